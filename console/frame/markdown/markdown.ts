// Parser for the Markdown of descriptions and of the guide: headings, paragraphs, lists, tables, code, bold,
// emphasis, links and anchors. Other syntax stays text, HTML comments are dropped. Pure.

export type Inline =
  | { readonly kind: 'text' | 'code' | 'bold' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  /** A place that links can name; shows nothing. */
  | { readonly kind: 'anchor'; readonly text: ''; readonly id: string }

export type Inlines = readonly Inline[]

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: Inlines }
  | {
      readonly kind: 'heading'
      readonly level: number
      /** As GitHub makes it of the text, so that links work in both places. */
      readonly id: string
      readonly inlines: Inlines
    }
  | { readonly kind: 'list'; readonly items: readonly Inlines[] }
  | { readonly kind: 'steps'; readonly items: readonly Inlines[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | {
      readonly kind: 'table'
      readonly head: readonly Inlines[]
      readonly rows: readonly (readonly Inlines[])[]
    }

const codeBlock = /^(```[^\n]*\n[\s\S]*?^```[^\S\n]*$)/m

export function parseMarkdown(text: string): readonly Block[] {
  return text
    .replace(/^<!--.*-->$/gm, '')
    .split(codeBlock)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n\s*\n|\n(?=#{1,6} )/)))
    .map((part) => (part.startsWith('```') ? part : part.trim()))
    .filter((part) => part !== '')
    .map(toBlock)
}

const listItem = /^[-*] /
const step = /^\d+\. /
const heading = /^(#{1,6}) (.+)$/

function toBlock(part: string): Block {
  if (part.startsWith('```')) return toCode(part)
  const [, marks, title = ''] = heading.exec(part) ?? []
  if (marks !== undefined) {
    return { kind: 'heading', level: marks.length, id: idOf(title), inlines: parseInlines(title) }
  }
  if (part.startsWith('|')) return toTable(part)
  if (listItem.test(part)) return { kind: 'list', items: itemsOf(part, listItem) }
  if (step.test(part)) return { kind: 'steps', items: itemsOf(part, step) }
  return { kind: 'paragraph', inlines: parseInlines(joined(part)) }
}

function toCode(part: string): Block {
  const [first = '', ...rest] = part.split('\n')
  return { kind: 'code', language: first.slice(3).trim(), text: rest.slice(0, -1).join('\n') }
}

function toTable(part: string): Block {
  const [head = '', , ...rows] = part.split('\n')
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

function cellsOf(row: string): readonly Inlines[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => parseInlines(cell.trim()))
}

/** A line that begins no item continues the one before. */
function itemsOf(part: string, begins: RegExp): readonly Inlines[] {
  return part
    .split(new RegExp(`\\n(?=${begins.source.slice(1)})`))
    .map((item) => parseInlines(joined(item.replace(begins, ''))))
}

function joined(lines: string): string {
  return lines.replace(/\s*\n\s*/g, ' ')
}

function idOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

const inline =
  /`([^`]+)`|\*\*(.+?)\*\*|(?<=^|[\s(])\*(\w[^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)|<a id="([\w-]+)"><\/a>/g

/** Only https links, links within the page and links to pages of the guide become links. */
export function parseInlines(text: string): Inlines {
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

function toInline(match: RegExpExecArray): Inline {
  const [whole, code, bold, emphasis, label = '', href = '', id] = match
  if (code !== undefined) return { kind: 'code', text: code }
  if (bold !== undefined) return { kind: 'bold', text: bold }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  if (id !== undefined) return { kind: 'anchor', text: '', id }
  return /^(?:https:\/\/|#|[a-z-]+\.md(?:#|$))/.test(href)
    ? { kind: 'link', text: label, href }
    : { kind: 'text', text: whole }
}
