// Tells whether a text is XML as simple as stores write it. The library of the stores reads XML by a pattern that takes
// time with the square of the tags that nobody closes: hours for some megabytes. Pure.

/** A page of a listing has 1 000 names of ours, some 400 KB. */
const charactersMax = 2 * 1024 * 1024
/** Such a page has some 30 000. Half a million, in two megabytes, held the event loop for a quarter of a second. */
const tagsMax = 40_000
const depthMax = 8
const prolog = /^\s*<\?xml[^<>]*\?>/
const opening = /^([A-Za-z_][\w.-]*)(?:\s[^<>]*|\/)?$/

/** Returns false for comments, CDATA and documents with a type of their own: no store writes them. */
export function isPlainXml(text: string): boolean {
  if (text.length > charactersMax) return false
  const open: string[] = []
  let at = text.indexOf('<', prolog.exec(text)?.[0].length ?? 0)
  for (let tags = 0; at !== -1; tags += 1) {
    if (tags === tagsMax) return false
    const end = text.indexOf('>', at)
    const tag = text.slice(at + 1, end)
    if (end === -1 || !follow(open, tag)) return false
    at = text.indexOf('<', end)
  }
  return open.length === 0
}

/** Notes what the tag opens or closes; returns whether it may stand there. */
function follow(open: string[], tag: string): boolean {
  if (tag.startsWith('/')) return open.pop() === tag.slice(1)
  const name = opening.exec(tag)?.[1]
  if (name === undefined) return false
  if (!tag.endsWith('/')) open.push(name)
  return open.length <= depthMax
}
