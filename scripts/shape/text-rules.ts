// Rules against certain code: clocks, the environment, SQL of one dialect, and TypeScript syntax that type stripping
// does not remove.

import { eachFile, type Fault, isConsole, isProduct, type Rule } from './rule.ts'
import { lineOf } from './scan.ts'
import type { SourceFile } from './source-file.ts'

type LineFault = Omit<Fault, 'path'>

const isServer = (path: string) => path.startsWith('server/')
const isOurs = (path: string) => /\.tsx?$/.test(path)

/** Creates a rule against a pattern in the code, outside comments and strings. */
function forbid(rule: {
  readonly name: string
  readonly why: string
  readonly pattern: RegExp
  readonly message: string
  readonly applies: (path: string) => boolean
}): Rule {
  const { name, why, pattern, message, applies } = rule
  const findMatches = ({ code }: SourceFile) =>
    [...code.matchAll(pattern)].map(({ index }) => ({ line: lineOf(code, index), message }))
  return { name, why, check: (tree) => eachFile(tree, applies, findMatches) }
}

const clocks = ['server/kernel/clock.ts', 'server/kernel/log.ts']

export const noClock = forbid({
  name: 'clock',
  why: 'time is an argument, so that tests can use a fixed clock',
  pattern: /\bDate\.now\b|\bnew Date(?!\s*\(\s*[^\s)])|\bDate\(\)/g,
  message: 'takes the time from Clock (server/kernel/clock.ts), not from Date',
  applies: (path) => isProduct(path) && !clocks.includes(path),
})

const environmentReaders = ['server/config.ts', 'cli/svc.js', 'cli/right-node.js']

export const noEnvironment = forbid({
  name: 'environment',
  why: 'settings come from one table, checked once, at start',
  pattern: /\bprocess\s*\.\s*env\b/g,
  message: 'must not read process.env; take what it needs from Config',
  applies: (path) => isProduct(path) && !environmentReaders.includes(path),
})

/** Vite's settings and node:test's reporters must be default exports. */
const takenByDefault = ['console/vite.config.ts', 'scripts/failures-reporter.js']

export const noDefaultExport = forbid({
  name: 'named-exports',
  why: 'a thing has one name everywhere',
  pattern: /\bexport\s+default\b|\bas\s+default\b(?=[^;]*\})/g,
  message: 'must export by name',
  applies: (path) => !takenByDefault.includes(path),
})

export const erasable = forbid({
  name: 'erasable',
  why: 'Node only strips types: what needs a compiler does not run',
  pattern:
    /^[ \t]*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w|^[ \t]*(?:export\s+)?(?:declare\s+)?(?:namespace|module)\s+[\w.]+\s*\{|^[ \t]*@\w+[\s(]/gm,
  message: 'must not use enums, namespaces or decorators',
  applies: isOurs,
})

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

export const noBarrels: Rule = {
  name: 'no-barrels',
  why: 'an import says where a thing is',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      ({ code, imports }) => {
        const hasReexport = imports.some((one) => one.isReexport)
        const rest = code.replace(/\bexport\b[^;'"`=()]*\bfrom\s*['"][^'"]*['"];?/g, '').trim()
        return hasReexport && rest === ''
          ? [{ line: 1, message: 'must not only re-export what others define' }]
          : []
      },
    ),
}
