/** Both ends of a long id, as lists and titles show it: `ver_01kx…A1B2`. */
export function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
}
