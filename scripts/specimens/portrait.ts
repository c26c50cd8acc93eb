// Draws the eight invented faces, with a headscarf or with short hair. Each is a drawing of 400 x 520 that the
// documents and the selfies place, scale and fade.

import type { Face } from '../../server/demo/invented/faces.ts'
import { type Haircut, looks, type Scarf, type Skin } from './looks.ts'

/** Gradients and shapes that `portrait` refers to; once a drawing. */
export function portraitDefinitions(): string {
  const own = Object.entries(looks).map(([face, { skin, wears }]) =>
    [
      skinDefinitions(face, skin),
      wears.kind === 'scarf' ? scarfColours(face, wears) : jacketColours(face, wears),
    ].join(''),
  )
  return [...own, shared].join('')
}

/** A head and shoulders without background, 400 x 520, on a transform of its own. */
export function portrait(face: Face, transform: string): string {
  const { breadth, wears, skin, hasGlasses = false } = looks[face]
  const drawing = wears.kind === 'scarf' ? scarved(face, skin, wears) : shorn(face, skin, wears)
  // About the middle of the drawing, which is at 200.
  const wide = `matrix(${breadth} 0 0 1 ${(200 * (1 - breadth)).toFixed(2)} 0)`
  return `<g transform="${transform}"><g transform="${wide}">${drawing}${hasGlasses ? glasses : ''}</g></g>`
}

const glasses = `<g fill="#ffffff" fill-opacity="0.1" stroke="#1c1a1a" stroke-width="4.5">
    <rect x="136" y="208" width="56" height="42" rx="17"/><rect x="208" y="208" width="56" height="42" rx="17"/>
    <path d="M192,222 Q200,216 208,222 M136,222 L118,216 M264,222 L282,216" fill="none"/></g>`

const faceOutline =
  'M122,208 C119,150 150,116 200,116 C250,116 281,150 278,208 C277,252 266,290 245,319 ' +
  'C231,338 216,349 200,349 C184,349 169,338 155,319 C134,290 123,252 122,208 Z'

const neckOutline = 'M162,300 L155,394 C170,426 230,426 245,394 L238,300 Z'

const shared = `
  <clipPath id="neck"><path d="${neckOutline}"/></clipPath>
  <clipPath id="face"><path d="${faceOutline}"/></clipPath>
  <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="9"/></filter>
  <filter id="softer" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="3.2"/></filter>
  <linearGradient id="robe" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#1f7a74"/><stop offset="1" stop-color="#0d4a4b"/></linearGradient>
  <pattern id="print" width="34" height="34" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">
    <circle cx="17" cy="17" r="7" fill="none" stroke="#f2c14e" stroke-width="2.4"/>
    <circle cx="17" cy="17" r="2.4" fill="#f2c14e"/><circle cx="0" cy="0" r="2" fill="#f7dfa0"/>
  </pattern>`

function scarfColours(face: string, { colours: [light, middle, deep] }: Scarf): string {
  return `<linearGradient id="scarf-${face}" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="${light}"/><stop offset="0.55" stop-color="${middle}"/>
    <stop offset="1" stop-color="${deep}"/></linearGradient>`
}

function jacketColours(face: string, { jacket: [light, deep] }: Haircut): string {
  return `<linearGradient id="jacket-${face}" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>`
}

function skinDefinitions(face: string, { light, middle, deep }: Skin): string {
  return `<radialGradient id="skin-${face}" cx="0.4" cy="0.38" r="0.72">
      <stop offset="0" stop-color="${light}"/><stop offset="0.55" stop-color="${middle}"/>
      <stop offset="1" stop-color="${deep}"/></radialGradient>
    <linearGradient id="neck-${face}" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${deep}"/><stop offset="1" stop-color="${middle}"/></linearGradient>`
}

function scarved(face: Face, skin: Skin, { hasEarrings }: Scarf): string {
  return `${neck(face, skin)}
    <path d="M28,520 C34,446 84,414 158,388 C172,420 228,420 242,388 C316,414 366,446 372,520 Z" fill="url(#robe)"/>
    <path d="M158,388 C172,420 228,420 242,388 L252,392 C238,440 162,440 148,392 Z" fill="#e3b04b"/>
    <path d="M150,398 C166,436 234,436 250,398" fill="none" stroke="#9c6f1d" stroke-width="2" stroke-dasharray="2 5"/>
    <path d="M200,428 L200,520" stroke="#e3b04b" stroke-width="5" stroke-dasharray="3 7"/>
    <path d="M70,520 C80,470 110,440 146,424" fill="none" stroke="#0a3b3d" stroke-width="5" stroke-opacity="0.5"/>
    <path d="M330,520 C322,470 292,440 256,424" fill="none" stroke="#0a3b3d" stroke-width="5" stroke-opacity="0.5"/>
    ${ears(skin)}${head(face, skin)}
    <g clip-path="url(#face)"><path d="M112,196 C122,150 160,136 200,136 C240,136 278,150 288,196 L288,110 L112,110 Z"
      fill="${skin.shade}" fill-opacity="0.55" filter="url(#soft)"/></g>
    ${features(skin, { browWidth: 1, lashes: 3.4 })}${scarf(face)}${hasEarrings ? earrings() : ''}`
}

function shorn(face: Face, skin: Skin, { colour, hasBeard }: Haircut): string {
  return `${neck(face, skin)}
    <path d="M160,384 C172,410 228,410 240,384 L256,400 L200,476 L144,400 Z" fill="#f3f1ec"/>
    <path d="M22,520 C28,440 84,412 152,390 L200,474 L248,390 C316,412 372,440 378,520 Z" fill="url(#jacket-${face})"/>
    <path d="M152,390 L128,428 L160,440 L200,500 L200,474 Z M248,390 L272,428 L240,440 L200,500 L200,474 Z"
      fill="#0b1220" fill-opacity="0.25"/>
    <path d="M160,384 L148,402 L186,438 L200,420 Z M240,384 L252,402 L214,438 L200,420 Z" fill="#ffffff"/>
    ${ears(skin)}${head(face, skin)}${hasBeard ? beard(face, colour) : ''}
    ${features(skin, { browWidth: 1.55, lashes: 2.4 })}${hasBeard ? moustache(colour) : ''}
    <path d="M117,214 C100,124 140,72 204,70 C268,70 300,124 283,214 C276,206 272,176 262,154
      C232,146 196,154 160,142 C140,156 130,186 128,208 C126,216 120,222 117,214 Z" fill="${colour}"/>
    <path d="M136,132 C160,96 220,82 262,112 M148,140 C176,108 226,100 268,132" fill="none" stroke="#ffffff"
      stroke-width="3" stroke-opacity="0.16" stroke-linecap="round"/>`
}

function beard(face: Face, colour: string): string {
  return `<g clip-path="url(#face)">
      <path d="M112,196 L131,200 C133,240 140,272 158,284 C172,276 188,280 200,283 C212,280 228,276 242,284 C260,272 267,240
        269,200 L288,196 L288,360 L112,360 Z" fill="${colour}" fill-opacity="0.84" filter="url(#softer)"/>
      <path d="M168,304 Q184,294 200,299 Q216,294 232,304 Q226,322 200,325 Q174,322 168,304 Z" fill="url(#skin-${face})"/>
      <path d="M158,240 Q166,286 200,283 Q234,286 242,240 Z" fill="url(#skin-${face})" fill-opacity="0.35" filter="url(#softer)"/>
    </g>`
}

function moustache(colour: string): string {
  return `<path d="M164,304 Q170,288 190,287 Q200,291 210,287 Q230,288 236,304 Q218,297 200,299 Q182,297 164,304 Z"
    fill="${colour}" fill-opacity="0.88"/>`
}

function neck(face: Face, { shade }: Skin): string {
  return `<path d="${neckOutline}" fill="url(#neck-${face})"/>
    <path d="M160,326 C176,362 224,362 240,326 L241,360 C224,382 176,382 159,360 Z" fill="${shade}"
      fill-opacity="0.5" filter="url(#softer)" clip-path="url(#neck)"/>`
}

function ears({ middle, shade }: Skin): string {
  return `<path d="M124,214 C106,206 104,246 118,264 C124,272 130,262 128,250 Z" fill="${middle}"/>
    <path d="M276,214 C294,206 296,246 282,264 C276,272 270,262 272,250 Z" fill="${middle}"/>
    <path d="M121,224 C113,224 113,242 120,252 M279,224 C287,224 287,242 280,252" fill="none" stroke="${shade}"
      stroke-width="2.4" stroke-opacity="0.6"/>`
}

function head(face: Face, { light, deep, shade }: Skin): string {
  return `<path d="${faceOutline}" fill="url(#skin-${face})"/>
    <g clip-path="url(#face)">
      <path d="M262,150 C292,210 280,300 226,356 L300,356 L300,150 Z" fill="${shade}" fill-opacity="0.42" filter="url(#soft)"/>
      <ellipse cx="150" cy="270" rx="24" ry="17" fill="#b2543f" fill-opacity="0.26" filter="url(#soft)"/>
      <ellipse cx="250" cy="270" rx="24" ry="17" fill="#b2543f" fill-opacity="0.22" filter="url(#soft)"/>
      <ellipse cx="186" cy="166" rx="44" ry="20" fill="${light}" fill-opacity="0.75" filter="url(#soft)"/>
      <path d="M170,338 Q200,352 230,338 L230,352 L170,352 Z" fill="${deep}" fill-opacity="0.8" filter="url(#softer)"/>
      <ellipse cx="200" cy="333" rx="20" ry="8" fill="${light}" fill-opacity="0.35" filter="url(#softer)"/>
    </g>`
}

function features(
  skin: Skin,
  { browWidth, lashes }: { browWidth: number; lashes: number },
): string {
  return (
    [-1, 1].map((side) => eye(side, skin, { browWidth, lashes })).join('') +
    nose(skin) +
    mouth(skin)
  )
}

/** Drawn on the left and mirrored for the right. */
function eye(
  side: number,
  { light, shade }: Skin,
  style: { browWidth: number; lashes: number },
): string {
  const mirror = side < 0 ? '' : 'transform="matrix(-1 0 0 1 400 0)"'
  return `<g ${mirror}>
    <ellipse cx="166" cy="226" rx="28" ry="15" fill="${shade}" fill-opacity="0.34" filter="url(#softer)"/>
    <path d="M145,230 Q164,213 188,231 Q167,240 145,230 Z" fill="#f6f1ea"/>
    <circle cx="167" cy="227.5" r="8.4" fill="#3b2114"/><circle cx="167" cy="227.5" r="4.2" fill="#0c0705"/>
    <circle cx="${side < 0 ? 170 : 164}" cy="224.6" r="2.1" fill="#ffffff"/>
    <path d="M143,230 Q163,211 189,231" fill="none" stroke="#1a0e08" stroke-width="${style.lashes}" stroke-linecap="round"/>
    <path d="M149,217 Q166,206 185,219" fill="none" stroke="${shade}" stroke-width="1.6" stroke-opacity="0.65"/>
    <path d="M149,238 Q167,246 185,237" fill="none" stroke="${light}" stroke-width="2.4" stroke-opacity="0.5"/>
    <path d="M138,205 Q160,${192 - style.browWidth * 3} 190,203 Q162,${198 + style.browWidth * 2} 138,205 Z" fill="#1c100a" fill-opacity="0.92"/>
  </g>`
}

function nose({ light, deep, shade }: Skin): string {
  return `<path d="M195,214 Q191,250 184,266 Q188,280 200,281 Q205,262 203,214 Z" fill="${light}" fill-opacity="0.45" filter="url(#softer)"/>
    <path d="M210,226 Q212,252 219,266 Q216,280 202,282 Z" fill="${deep}" fill-opacity="0.75" filter="url(#softer)"/>
    <path d="M180,268 Q180,281 190,279 Q200,286 210,279 Q220,281 220,268" fill="none" stroke="${shade}" stroke-width="2.6"
      stroke-opacity="0.75" stroke-linecap="round"/>
    <ellipse cx="189" cy="277" rx="5" ry="2.6" fill="${shade}" fill-opacity="0.8"/>
    <ellipse cx="211" cy="277" rx="5" ry="2.6" fill="${shade}" fill-opacity="0.8"/>`
}

function mouth({ lips, lipsLight, shade }: Skin): string {
  return `<path d="M168,303 Q186,296 200,301 Q214,296 232,303 Q215,309 200,309 Q185,309 168,303 Z" fill="${lips}"/>
    <path d="M169,303 Q198,332 231,303 Q215,311 200,310 Q185,311 169,303 Z" fill="${lipsLight}"/>
    <path d="M164,301 Q184,311 200,309 Q216,311 236,301" fill="none" stroke="${shade}" stroke-width="2" stroke-opacity="0.85" stroke-linecap="round"/>
    <ellipse cx="197" cy="315" rx="14" ry="3" fill="#ffffff" fill-opacity="0.22" filter="url(#softer)"/>`
}

function scarf(face: Face): string {
  const shape =
    'M112,216 C90,130 124,66 196,58 C270,50 314,116 288,216 C283,206 278,196 272,184 ' +
    'C258,152 232,138 200,138 C168,138 142,152 128,184 C122,196 117,206 112,216 Z'
  return `<path d="M236,74 C262,26 318,40 316,82 C316,110 286,112 262,98 Z" fill="url(#scarf-${face})"/>
    <path d="M252,80 C270,48 306,56 306,84" fill="none" stroke="#5a1734" stroke-width="3" stroke-opacity="0.6"/>
    <path d="${shape}" fill="url(#scarf-${face})"/><path d="${shape}" fill="url(#print)" fill-opacity="0.75"/>
    <path d="M112,190 C126,120 190,84 268,92 M118,168 C150,112 214,96 284,124 M124,156 C166,124 236,118 290,160"
      fill="none" stroke="#5a1734" stroke-width="3.2" stroke-opacity="0.5" stroke-linecap="round"/>
    <path d="M126,138 C150,96 196,78 246,84" fill="none" stroke="#ffffff" stroke-width="5" stroke-opacity="0.16" stroke-linecap="round"/>`
}

function earrings(): string {
  return [116, 284]
    .map(
      (x) => `<circle cx="${x}" cy="284" r="11" fill="none" stroke="#e0ad3f" stroke-width="4"/>
        <circle cx="${x}" cy="268" r="3.4" fill="#f4d37b"/>`,
    )
    .join('')
}
