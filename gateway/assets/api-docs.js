window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Swagger UI 5.35 shows a few operations only if more than about 120 are open.
  docExpansion: 'none',
  // The default validator would send the description to another host.
  validatorUrl: null,
})
