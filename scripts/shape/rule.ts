// What a rule of the tree's shape is.

import type { SourceFile } from './source-file.ts'

export interface Tree {
  readonly files: readonly SourceFile[]
  readonly byPath: ReadonlyMap<string, SourceFile>
  /** Names of the packages in package.json. */
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
}

/** A place where the tree does not keep to a rule. */
export interface Fault {
  readonly path: string
  readonly line: number
  readonly message: string
}

export interface Rule {
  readonly name: string
  /** Why the rule is there, told with every fault. */
  readonly why: string
  check(tree: Tree): readonly Fault[]
}

/** Runs `look` over every file that `applies`, for rules that look at one file at a time. */
export function eachFile(
  tree: Tree,
  applies: (path: string) => boolean,
  look: (file: SourceFile) => readonly Omit<Fault, 'path'>[],
): readonly Fault[] {
  return tree.files
    .filter((file) => applies(file.path))
    .flatMap((file) => look(file).map((fault) => ({ path: file.path, ...fault })))
}

export function isProduct(path: string): boolean {
  return path.startsWith('server/') || path.startsWith('cli/')
}

export function isConsole(path: string): boolean {
  return path.startsWith('console/')
}
