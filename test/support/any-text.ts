// Texts for properties that hold for any text.

import fc from 'fast-check'

/** Of all Unicode, lone surrogates too. The library's own `binary` lists all its characters first, for a second. */
export const anyText = fc.string({
  unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)),
})

/** Of all UTF-16 units below the surrogate pairs, lone surrogates too. */
export const anyBasicText = fc.string({
  unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)),
})
