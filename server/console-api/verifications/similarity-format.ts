// How the similarity of two faces and its threshold are written, in the console and in printed documents. Pure.

/** Two figures that differ by more than 0.0001 never look the same. */
export const similarityFormat = {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  signDisplay: 'negative',
} as const satisfies Intl.NumberFormatOptions
