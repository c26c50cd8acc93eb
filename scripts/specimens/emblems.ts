// Draws the invented emblems of the specimens: a flag, a baobab, a star, a seal of foil, a chip, a signature.

/** A flag of three upright bands with a star, as a card prints it beside the state's name. */
export function threeBandFlag(x: number, y: number, width: number): string {
  const height = width * 0.66
  const band = width / 3
  const bands = ['#0b8a43', '#fbd74b', '#d8232f'].map(
    (fill, index) =>
      `<rect x="${x + band * index}" y="${y}" width="${band + 0.5}" height="${height}" fill="${fill}"/>`,
  )
  return `${bands.join('')}${star(x + width / 2, y + height / 2, height * 0.2, '#0b8a43')}`
}

/** A red flag with a green star of five lines. */
export function starFlag(x: number, y: number, width: number): string {
  const height = width * 0.66
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#b8252f"
      stroke="#f6dfb5" stroke-width="2.5"/>
    <path d="${starLines(x + width / 2, y + height / 2, height * 0.3)}" fill="none" stroke="#0e7a4b"
      stroke-width="${height * 0.055}" stroke-linejoin="round"/>`
}

export function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const length = index % 2 === 0 ? radius : radius * 0.38
    const angle = (index / 10) * Math.PI * 2 - Math.PI / 2
    return `${(x + length * Math.cos(angle)).toFixed(1)},${(y + length * Math.sin(angle)).toFixed(1)}`
  })
  return `<polygon points="${points.join(' ')}" fill="${fill}"/>`
}

/** The five lines of a pentagram, in one stroke. */
export function starLines(x: number, y: number, radius: number): string {
  const corners = [0, 2, 4, 1, 3].map((corner) => {
    const angle = (corner / 5) * Math.PI * 2 - Math.PI / 2
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join(' L')} Z`
}

/** A baobab in silhouette, 200 x 200 around its foot at (100, 190). */
export function baobab(transform: string, fill: string, opacity: number): string {
  return `<g transform="${transform}" fill="${fill}" fill-opacity="${opacity}">
    <path d="M78,190 C86,160 84,130 80,104 C66,92 50,90 34,92 C48,84 62,84 76,90 C70,74 58,64 42,58 C60,56 74,64 84,78
      C84,60 78,46 68,34 C82,40 92,52 96,68 C98,50 104,38 116,28 C110,42 108,56 108,70 C118,56 132,48 150,48
      C136,56 126,66 120,80 C132,74 148,74 166,82 C148,82 132,88 120,100 C116,130 116,160 124,190 Z"/>
    <ellipse cx="30" cy="84" rx="22" ry="13"/><ellipse cx="44" cy="52" rx="24" ry="14"/>
    <ellipse cx="70" cy="28" rx="25" ry="14"/><ellipse cx="118" cy="22" rx="25" ry="14"/>
    <ellipse cx="156" cy="42" rx="24" ry="14"/><ellipse cx="172" cy="78" rx="22" ry="13"/>
    <path d="M60,192 C84,184 118,184 146,192 Z"/></g>`
}

export const foilDefinitions = `<linearGradient id="foil" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#d9b4e8"/><stop offset="0.25" stop-color="#a8d8ea"/><stop offset="0.5" stop-color="#c9efc4"/>
    <stop offset="0.75" stop-color="#f6e7a1"/><stop offset="1" stop-color="#f0b7c2"/></linearGradient>
  <linearGradient id="chip" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f3d98b"/>
    <stop offset="0.5" stop-color="#c99b3f"/><stop offset="1" stop-color="#ecd082"/></linearGradient>`

/** A round seal of many colours, as foil shows them. */
export function foilSeal(x: number, y: number, radius: number): string {
  const rings = [0.92, 0.78, 0.5].map(
    (share) =>
      `<circle cx="${x}" cy="${y}" r="${radius * share}" fill="none" stroke="#fff" stroke-opacity="0.75" stroke-width="2"/>`,
  )
  const rays = Array.from({ length: 36 }, (_, index) => {
    const angle = (index / 36) * Math.PI * 2
    const at = (length: number) =>
      `${(x + length * Math.cos(angle)).toFixed(1)},${(y + length * Math.sin(angle)).toFixed(1)}`
    return `M${at(radius * 0.52)} L${at(radius * 0.76)}`
  })
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#foil)" fill-opacity="0.82"/>${rings.join('')}
    <path d="${rays.join(' ')}" stroke="#7f8fb0" stroke-opacity="0.45" stroke-width="2"/>
    <path d="${starLines(x, y, radius * 0.4)}" fill="none" stroke="#fff" stroke-opacity="0.9" stroke-width="3"/>`
}

/** The contacts of a chip card. */
export function chip(x: number, y: number, width: number): string {
  const height = width * 0.8
  const third = width / 3
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${width * 0.12}" fill="url(#chip)" stroke="#8f6c22" stroke-width="2"/>
    <path d="M${x + third},${y} v${height} M${x + third * 2},${y} v${height} M${x},${y + height / 2} h${third} M${x + third * 2},${y + height / 2} h${third}
      M${x},${y + height * 0.25} h${third} M${x + third * 2},${y + height * 0.75} h${third}" stroke="#8f6c22" stroke-width="2" fill="none"/>`
}

/** A signature that is nobody's: loops on a line, 300 x 80. */
export function signature(transform: string, stroke = '#20305c'): string {
  return `<path transform="${transform}" fill="none" stroke="${stroke}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"
    d="M6,58 C24,10 44,-2 48,10 C52,26 26,70 20,70 C14,70 34,38 58,36 C74,35 60,62 70,62 C84,62 88,34 96,36 C104,38 92,64 104,62
      C120,60 122,30 132,36 C138,40 126,66 140,62 C160,56 168,6 178,8 C188,10 160,74 150,76 C142,76 176,38 196,38 C212,38 196,64 208,62
      C224,60 232,40 244,42 C254,44 244,60 258,60 C272,60 284,48 296,44 M30,76 C110,66 200,66 286,74"/>`
}
