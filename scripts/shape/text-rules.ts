// Rules against certain code: clocks, SQL of one dialect, paths of URLs, and files without an opening sentence.

import { eachFile, type Fault, isConsole, isProduct, type Rule } from './rule.ts'
import { lineOf } from './scan.ts'
import type { SourceFile } from './source-file.ts'

type LineFault = Omit<Fault, 'path'>

const isServer = (path: string) => path.startsWith('server/')

const clocks = ['server/kernel/clock.ts', 'server/kernel/log.ts']
const readsClock = /\bDate\.now\b|\bnew Date(?!\s*\(\s*[^\s)])|\bDate\(\)/g

export const noClock: Rule = {
  name: 'clock',
  why: 'time is an argument, so that tests can use a fixed clock',
  check: (tree) =>
    eachFile(
      tree,
      (path) => isProduct(path) && !clocks.includes(path),
      ({ code }) =>
        [...code.matchAll(readsClock)].map(({ index }) => ({
          line: lineOf(code, index),
          message: 'takes the time from Clock (server/kernel/clock.ts), not from Date',
        })),
    ),
}

/** SQL that only SQLite or only PostgreSQL supports. */
const dialectSql =
  /\b(?:datetime|strftime|julianday|unixepoch|json_extract|json_each|printf|last_insert_rowid|to_timestamp|jsonb?_\w+)\s*\(|\binsert\s+or\b|\browid\b|\bpragma\b|\bglob\b|\bilike\b|\bwithout\s+rowid\b|\bautoincrement\b|::\s*\w+|->>?/i

export const portableSql: Rule = {
  name: 'portable-sql',
  why: 'the same queries have to run on SQLite and on PostgreSQL; what only one has stays in server/db',
  check: (tree) =>
    eachFile(
      tree,
      (path) => isServer(path) && !path.startsWith('server/db/'),
      (file) => [...dialectInTemplates(file), ...dialectInCalls(file)],
    ),
}

function dialectInTemplates({ text, code, templates }: SourceFile): readonly LineFault[] {
  return templates.flatMap(({ start, end }) => {
    if (!/\bsql(?:\.raw)?(?:<[^`]*>)?\s*\(?\s*$/.test(code.slice(0, start))) return []
    const found = dialectSql.exec(text.slice(start, end))
    if (found === null) return []
    return [{ line: lineOf(text, start + found.index), message: `SQL of one dialect: ${found[0]}` }]
  })
}

function dialectInCalls({ code }: SourceFile): readonly LineFault[] {
  return [...code.matchAll(/\.(?:orReplace|orIgnore|orAbort|orRollback)\(/g)].map((call) => ({
    line: lineOf(code, call.index),
    message: `SQL of one dialect: ${call[0]})`,
  }))
}

export const plainPath: Rule = {
  name: 'plain-path',
  why: 'the path of a URL writes blanks and accents as %20 and %C3, so no file is found below a folder with them',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      ({ code }) =>
        [...code.matchAll(/\bimport\.meta\.url\)\.pathname\b/g)].map(({ index }) => ({
          line: lineOf(code, index),
          message: 'takes the path of a file from fileURLToPath, not from pathname',
        })),
    ),
}

export const openingSentence: Rule = {
  name: 'opening-sentence',
  why: 'a file begins with its purpose and its place in the flow',
  check: (tree) =>
    eachFile(
      tree,
      (path) => isProduct(path) || isConsole(path),
      ({ lines }) => {
        const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0]
        return /^(\/\/|\/\*)/.test(first ?? '')
          ? []
          : [{ line: 1, message: 'must open with a comment' }]
      },
    ),
}
