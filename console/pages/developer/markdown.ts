// Parser for the Markdown used in descriptions: paragraphs, lists, code, bold, links. Other syntax
// stays text. Pure.

export type Inline =
  | { readonly kind: 'text' | 'code' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }

export function parseMarkdown(text: string): readonly Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(toBlock)
}

const listItem = /^[-*] /

function toBlock(part: string): Block {
  const lines = part.split('\n')
  if (!lines.every((line) => listItem.test(line))) {
    return { kind: 'paragraph', inlines: parseInlines(lines.join(' ')) }
  }
  return { kind: 'list', items: lines.map((line) => parseInlines(line.replace(listItem, ''))) }
}

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Only https links and links within the page become links. */
export function parseInlines(text: string): readonly Inline[] {
  const found: Inline[] = []
  let end = 0
  for (const match of text.matchAll(inline)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) })
    found.push(toInline(match))
    end = match.index + match[0].length
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) })
  return found
}

function toInline([whole, code, bold, label = '', href = '']: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (bold !== undefined) return { kind: 'bold', text: bold }
  return /^(?:https:\/\/|#)/.test(href)
    ? { kind: 'link', text: label, href }
    : { kind: 'text', text: whole }
}
