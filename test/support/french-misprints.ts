// Rules of French typography for the console's texts, each with a pattern of what breaks it.

/** What belongs together must not be torn apart at the end of a line, and not stand close either. */
const units = 'Go|Mo|Ko|h|min|s|ms|octets?|secondes?|minutes?|heures?|jours?|mois|ans|%'
export const misprints: readonly (readonly [string, RegExp])[] = [
  ['a narrow no-break space stands before ; ? !', /(?<!\u202f)[;?!]/u],
  ['a no-break space stands before a colon', /(?<!\u00a0):(?=\s|$)|[^\S\u00a0]:/u],
  ['a no-break space stands inside « »', /«(?!\u00a0)|(?<!\u00a0)»/u],
  [
    'a no-break space stands between number and unit',
    new RegExp(`(?:\\d|\\}\\})[^\\S\\u00a0]?(?=(?:${units})(?!\\p{L}))`, 'u'),
  ],
  ['apostrophes are typographic', /'/u],
]
