// Distinguishes a real value from a placeholder. Every comparison starts here.

/**
 * In lower case with single spaces. Registries and the provider write these where a value is
 * missing.
 */
const placeholders: ReadonlySet<string> = new Set([
  'not available', // the provider's word for a missing value (Smile ID, every text field)
  'nan-nan-nan', // the provider's malformed date
  'not applicable',
  'n/a',
  'none',
  'null',
  'undefined',
  'unknown',
  'inconnu',
  'inconnue',
  'non disponible',
  'non renseigné',
  'néant',
  'snp', // "sans nom patronymique": no family name in the registry
  'fnu', // "first name unknown"
  'lnu', // "last name unknown"
  'xxx',
])

/** No placeholder is longer; a longer text is not normalised, which takes long for a megabyte. */
const placeholderLengthMax = 64

/**
 * Returns the text, or undefined where it is absent, has no letter or digit, or is a placeholder.
 */
export function presentText(text: string | undefined): string | undefined {
  if (text === undefined || !/[\p{L}\p{Nd}]/u.test(text)) return undefined
  const trimmed = text.trim()
  if (trimmed.length > placeholderLengthMax) return text
  const plain = trimmed.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
  return placeholders.has(plain) ? undefined : text
}
