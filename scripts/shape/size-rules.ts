// Limits the length of files, functions and lines of comments (style 2). Functions are found by their layout, which the
// formatter guarantees: a body opens at the end of a line and closes at the same indentation. Biome's own rules cannot
// exempt `describe`, and leave out the lines within block comments.

import { eachFile, type Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

const fileLinesMax = 300
const functionLinesMax = 70
const commentColumnsMax = 120

export const fileSize: Rule = {
  name: 'file-size',
  why: 'a file holds one idea',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      ({ text }) => {
        const count = text.trimEnd().split('\n').length
        const message = `a file of ${count} lines; ${fileLinesMax} are the limit`
        return count > fileLinesMax ? [{ line: fileLinesMax + 1, message }] : []
      },
    ),
}

export const functionSize: Rule = {
  name: 'function-size',
  why: 'a function fits a screen',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      (file) =>
        findFunctions(file)
          .filter(({ first, last }) => last - first + 1 > functionLinesMax)
          .map(({ first, last }) => ({
            line: first,
            message: `a function of ${last - first + 1} lines; ${functionLinesMax} are the limit`,
          })),
    ),
}

const commentLine = /^\s*(?:\/\/|\/?\*)/
/** A word that no line can hold, such as an address, or an order to a tool, which has to stand in one line. */
const unbreakable = /\S{100}|biome-ignore/

/** The formatter breaks lines of code, not those of comments. */
export const commentWidth: Rule = {
  name: 'comment-width',
  why: 'a comment is read beside the code, without scrolling',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      ({ lines, text: whole, templates }) =>
        lines.flatMap((text, index) => {
          if (text.length <= commentColumnsMax || !commentLine.test(text)) return []
          if (unbreakable.test(text)) return []
          const at = whole.indexOf(text)
          if (templates.some(({ start, end }) => start <= at && at < end)) return []
          const message = `a line of ${text.length} columns; ${commentColumnsMax} are the limit`
          return [{ line: index + 1, message }]
        }),
    ),
}

/** Returns the first and last line of every function with a body of more than one line, except `describe` callbacks. */
export function findFunctions({ code }: Pick<SourceFile, 'code'>) {
  const lines = code.split('\n')
  const found: { readonly first: number; readonly last: number }[] = []
  for (const [index, line] of lines.entries()) {
    const first = startOfFunction(lines, index)
    if (first === undefined) continue
    const indent = indentOf(line)
    const length = lines.slice(index + 1).findIndex((next) => next.startsWith(`${indent}}`))
    if (length >= 0) found.push({ first: first + 1, last: index + 1 + length + 1 })
  }
  return found
}

const control = /^(?:if|for|while|switch|catch|with|do|try|else|return|describe|suite)\b/
const opensBody = /(?:=>|\)(?::.+)?)\s*\{$/

/** Returns the first line of the function whose body opens at the end of line `index`, if there is one. */
function startOfFunction(lines: readonly string[], index: number): number | undefined {
  const line = lines[index] ?? ''
  if (!opensBody.test(line)) return undefined
  let first = index
  if (/^\s*[)}\]]/.test(line)) {
    const indent = indentOf(line)
    first = lines.findLastIndex((one, at) => at < index && startsAt(one, indent))
  }
  const start = (lines[first] ?? '').trim()
  return control.test(start) || /^\} (?:else|catch|finally)/.test(line.trim()) ? undefined : first
}

function startsAt(line: string, indent: string): boolean {
  return line.trim() !== '' && indentOf(line) === indent && !/^\s*[)}\]]/.test(line)
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? ''
}
