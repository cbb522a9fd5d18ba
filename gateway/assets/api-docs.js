window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // The default validator would send the description to another host.
  validatorUrl: null,
})
