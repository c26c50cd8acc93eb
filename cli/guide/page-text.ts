// Lays out a page of the guide for a terminal: headings in bold, code indented, table rows as entries, paragraphs
// wrapped. In a pipe `svc help` prints the Markdown itself.

import type { Sink } from '../io.ts'

/** Columns of a line of prose, even in a wider terminal. */
const proseColumnsMax = 96
const codeIndent = '    '

/** Returns the page as text with a line break at the end. */
export function pageText(sink: Sink, markdown: string): string {
  const columns = Math.min(sink.width ?? proseColumnsMax, proseColumnsMax)
  const layOut = (part: string) => blockText(sink, part, columns)
  return `${splitBlocks(markdown).map(layOut).join('\n\n')}\n`
}

/** Splits a page at blank lines, except within code. Comments and anchors are dropped. */
function splitBlocks(markdown: string): readonly string[] {
  const plain = markdown.replace(/^<!--.*-->\n/gm, '').replace(/<a id="[^"]*"><\/a>/g, '')
  return plain
    .split(/(^```[\s\S]*?^```$)/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part !== '')
}

function blockText(sink: Sink, part: string, columns: number): string {
  if (part.startsWith('```')) return indented(part.split('\n').slice(1, -1))
  if (part.startsWith('#')) return sink.style('bold', part.replace(/^#+ /, ''))
  if (part.startsWith('|')) return tableText(sink, part, columns)
  return splitItems(part)
    .map((item) => styled(sink, wrapped(item, columns)))
    .join('\n')
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '' : `${codeIndent}${line}`)).join('\n')
}

/** Splits a list into its items; a paragraph is one item. */
function splitItems(part: string): readonly string[] {
  return part.split(/\n(?=(?:[-*]|\d+\.) )/)
}

/** A row is its first cell, and the others below it with the titles of their columns. */
function tableText(sink: Sink, part: string, columns: number): string {
  const [titles = [], , ...rows] = part.split('\n').map(cellsOf)
  return rows
    .map(([first = '', ...rest]) => {
      const more = rest.flatMap((cell, at) => {
        const title = rest.length > 1 ? titles[at + 1] : ''
        if (cell === '') return []
        return [styled(sink, wrapped(title ? `${title}: ${cell}` : cell, columns, codeIndent))]
      })
      return [styled(sink, wrapped(first, columns, '  ')), ...more].join('\n')
    })
    .join('\n')
}

function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}

// Marks around a styled word, which the width of a line must not count.
const [codeMark, boldMark, endMark] = ['\uE000', '\uE001', '\uE002']
const marks = /[\uE000-\uE002]/g

/** Breaks a paragraph or list item into lines; its styled words carry marks. */
function wrapped(text: string, columns: number, indent = ''): string {
  const [bullet = ''] = /^(?:[-*]|\d+\.) /.exec(text) ?? []
  const hanging = `${indent}${' '.repeat(bullet.length)}`
  const lines: string[] = []
  let line = indent
  for (const word of marked(text.replace(/\s+/g, ' ')).split(' ')) {
    const isFirst = line === indent || line === hanging
    const longer = isFirst ? `${line}${word}` : `${line} ${word}`
    if (isFirst || longer.replace(marks, '').length <= columns) line = longer
    else {
      lines.push(line)
      line = `${hanging}${word}`
    }
  }
  return [...lines, line].join('\n')
}

const inline = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Replaces the Markdown within a line: marks for code and bold, `text (svc help topic)` for a link to a page. */
function marked(text: string): string {
  return text.replace(inline, (_whole, code, bold, emphasis, label, href) => {
    if (code !== undefined) return markedWords(codeMark, code)
    if (bold !== undefined) return markedWords(boldMark, bold.replaceAll('`', ''))
    if (emphasis !== undefined) return emphasis
    const [, topic] = /^([a-z-]+)\.md(?:#.*)?$/.exec(href) ?? []
    const name = marked(label)
    return topic === undefined ? name : `${name} (svc help ${topic})`
  })
}

function markedWords(mark: string, words: string): string {
  return words
    .split(' ')
    .map((word) => `${mark}${word}${endMark}`)
    .join(' ')
}

function styled(sink: Sink, text: string): string {
  return text
    .replace(/\uE000([^\uE002]*)\uE002/g, (_whole, code) => sink.style('cyan', code))
    .replace(/\uE001([^\uE002]*)\uE002/g, (_whole, bold) => sink.style('bold', bold))
}
