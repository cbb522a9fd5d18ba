// Strips of cloth: blocks of lozenges, steps and combs, each as a weaver would repeat them.
export const CLOTH = `<svg aria-hidden="true" preserveAspectRatio="xMidYMid slice" viewBox="0 0 480 480" xmlns="http://www.w3.org/2000/svg">
<defs>
<pattern id="cloth" width="240" height="240" patternUnits="userSpaceOnUse">
<rect width="240" height="240" fill="#1b0f20"/>
<rect width="80" height="80" fill="#2b1731"/>
<path d="M40 6 74 40 40 74 6 40Z" fill="#f7bb45"/><path d="M40 22 58 40 40 58 22 40Z" fill="#2b1731"/><path d="M40 33 47 40 40 47 33 40Z" fill="#c8502b"/>
<rect x="80" width="80" height="80" fill="#c8502b"/>
<path d="M80 0h16v16h16v16h16v16h16v16h16v16H80Z" fill="#8f3317"/><path d="M80 64h16v16H80zM96 48h16v16H96zM112 32h16v16h-16zM128 16h16v16h-16zM144 0h16v16h-16z" fill="#f3e3c8"/>
<rect x="160" width="80" height="80" fill="#12393a"/>
<path d="M160 8h80v8h-80zM160 24h80v8h-80zM160 40h80v8h-80zM160 56h80v8h-80z" fill="#2f9a90"/><path d="M192 0h16v80h-16z" fill="#f7bb45"/>
<rect y="80" width="80" height="80" fill="#12393a"/>
<path d="M0 80h40v40H0zM40 120h40v40H40z" fill="#2f9a90"/><circle cx="60" cy="100" r="11" fill="#f3e3c8"/><circle cx="20" cy="140" r="11" fill="#f3e3c8"/>
<rect x="80" y="80" width="80" height="80" fill="#1b0f20"/>
<path d="M84 80h8v80h-8zM100 80h8v80h-8zM116 80h8v80h-8zM132 80h8v80h-8zM148 80h8v80h-8z" fill="#5b2f63"/><path d="M80 112h80v16H80z" fill="#f7bb45"/>
<rect x="160" y="80" width="80" height="80" fill="#f7bb45"/>
<path d="M160 80 200 120 160 160ZM240 80 200 120 240 160Z" fill="#c8502b"/><path d="M186 80h28l-14 14ZM186 160h28l-14-14Z" fill="#2b1731"/>
<rect y="160" width="80" height="80" fill="#c8502b"/>
<path d="M0 176h80v10H0zM0 214h80v10H0z" fill="#f3e3c8"/><path d="M8 200 16 192 24 200 16 208ZM32 200 40 192 48 200 40 208ZM56 200 64 192 72 200 64 208Z" fill="#2b1731"/>
<rect x="80" y="160" width="80" height="80" fill="#f3e3c8"/>
<path d="M80 160h40v40H80zM120 200h40v40h-40z" fill="#2b1731"/><path d="M88 168h24v24H88zM128 208h24v24h-24z" fill="#c8502b"/>
<rect x="160" y="160" width="80" height="80" fill="#2b1731"/>
<path d="M200 164 236 200 200 236 164 200Z" fill="none" stroke="#2f9a90" stroke-width="6"/><path d="M200 180 220 200 200 220 180 200Z" fill="#f7bb45"/>
</pattern>
<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0.35" stop-color="#1b0f20" stop-opacity="0"/><stop offset="1" stop-color="#1b0f20"/></linearGradient>
</defs>
<rect width="480" height="480" fill="url(#cloth)"/><rect width="480" height="480" fill="url(#dusk)"/>
</svg>`
