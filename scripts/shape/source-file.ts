// Reads a source file for the rules: its code and its imports.

import { posix } from 'node:path'
import { lineOf, type Scanned, scan } from './scan.ts'

export interface SourceFile extends Scanned {
  /** From the root of the repository, with slashes: `server/keys/key.ts`. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly imports: readonly Import[]
}

export interface Import {
  readonly line: number
  /** As written: `koa`, `../kernel/clock.ts`. */
  readonly specifier: string
  /** Path of the imported file from the root; undefined for packages and Node modules. */
  readonly target: string | undefined
  /** Erased before running: `import type`, `export type ... from`. */
  readonly isType: boolean
  /** The names that it takes, as the other file exports them; undefined if it takes the whole file. */
  readonly names: readonly string[] | undefined
}

export function readSourceFile(path: string, text: string): SourceFile {
  const scanned = scan(text)
  return {
    path,
    text,
    ...scanned,
    lines: text.split('\n'),
    imports: findImports(path, text, scanned),
  }
}

/** `koa` for `koa/lib/x`, `@koa/router` for `@koa/router`; undefined for files and Node's modules. */
export function packageOf({ specifier }: Import): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

const statement =
  /^(import|export)\b(\s+type\b(?!\s*,|\s+from))?([^'"`;=()]*?\bfrom\s*)?\s*(?=['"])/gm
const call = /\bimport\s*\(\s*(?=['"])/g

function findImports(path: string, text: string, { code }: Scanned): readonly Import[] {
  const found: Import[] = []
  const add = (match: RegExpMatchArray, isType: boolean, names: Import['names']) => {
    const at = match.index ?? 0
    const end = at + match[0].length
    const quote = text.charAt(end)
    const specifier = text.slice(end + 1, text.indexOf(quote, end + 1))
    const target = specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier)
      : undefined
    found.push({ line: lineOf(text, at), specifier, target, isType, names })
  }
  for (const match of code.matchAll(statement)) {
    const [, keyword, type, taken] = match
    if (keyword === 'export' && taken === undefined) continue
    add(match, type !== undefined, namesIn(taken ?? ''))
  }
  for (const match of code.matchAll(call)) add(match, false, undefined)
  return found
}

/** @param taken what stands between `import` and the specifier, such as `{ a, type b as c } from` */
function namesIn(taken: string): readonly string[] | undefined {
  if (taken.includes('*')) return undefined
  const listed = /\{([^}]*)\}/.exec(taken)?.[1] ?? ''
  return [...listed.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)].map(([, name = '']) => name)
}
