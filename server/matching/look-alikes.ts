// Characters that a camera, or a person copying from a card, takes for one another. A difference of
// only these is doubt, never a contradiction.

/** Each string is one class, written in capitals because documents are. */
const classes = ['0OQD', '1IL', '2Z', '5S', '6G', '8B', 'UVY']

const representative: ReadonlyMap<string, string> = new Map(
  classes.flatMap((members) => [...members].map((member) => [member, members.charAt(0)] as const)),
)

/** Upper case, each character replaced by the first of its class: equal results read alike. */
export function foldLookAlikes(text: string): string {
  return Array.from(text.toUpperCase(), (one) => representative.get(one) ?? one).join('')
}
