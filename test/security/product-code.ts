// The product's own code as syntax trees, for scans that must not take a comment or a string for code.

import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

export interface CodeFile {
  /** `server/keys/key.ts` */
  readonly path: string
  readonly text: string
  readonly nodes: readonly CodeNode[]
}

/** A node of ESTree, as far as scans look into it. */
export interface CodeNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const parsed = new Map<string, readonly CodeFile[]>()

/** Parsed once, whatever looks at it: a second or two. */
export function readProductCode(pattern = '{server,cli}/**/*.{ts,js}'): readonly CodeFile[] {
  const known = parsed.get(pattern)
  if (known !== undefined) return known
  const files = globSync(pattern, { exclude: ['{cli,console}/dist/**'] }).map((path) =>
    parseCode(path, readFileSync(path, 'utf8')),
  )
  parsed.set(pattern, files)
  return files
}

export function parseCode(path: string, text: string): CodeFile {
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  const nodes: CodeNode[] = []
  gather(parseAst(text, { lang }, path), nodes)
  return { path, text, nodes }
}

export function isNode(value: unknown): value is CodeNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** `sql.lit` for a call of it, `eval` for a bare one. */
export function nameOfCall({ text }: CodeFile, node: CodeNode): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
  const { callee } = node
  return isNode(callee) ? text.slice(callee.start, callee.end) : undefined
}

export function textOf({ text }: CodeFile, node: unknown): string {
  return isNode(node) ? text.slice(node.start, node.end) : ''
}

export function placeOf({ path, text }: CodeFile, node: CodeNode): string {
  return `${path}:${text.slice(0, node.start).split('\n').length}`
}

function gather(value: unknown, into: CodeNode[]): void {
  if (Array.isArray(value)) {
    for (const one of value) gather(one, into)
  } else if (isNode(value)) {
    into.push(value)
    for (const name in value) if (typeof value[name] === 'object') gather(value[name], into)
  }
}
