// The types of the shape rules.

import type { SourceFile } from './source-file.ts'

export interface Tree {
  readonly files: readonly SourceFile[]
  readonly byPath: ReadonlyMap<string, SourceFile>
  /** Names of the packages in package.json. */
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
}

/** A place that breaks a rule. */
export interface Fault {
  readonly path: string
  readonly line: number
  readonly message: string
}

export interface Rule {
  readonly name: string
  /** Reason for the rule, shown with every fault. */
  readonly why: string
  check(tree: Tree): readonly Fault[]
}

/** Runs `check` on every file that `applies` accepts, for rules about single files. */
export function eachFile(
  tree: Tree,
  applies: (path: string) => boolean,
  check: (file: SourceFile) => readonly Omit<Fault, 'path'>[],
): readonly Fault[] {
  return tree.files
    .filter((file) => applies(file.path))
    .flatMap((file) => check(file).map((fault) => ({ path: file.path, ...fault })))
}

export function isProduct(path: string): boolean {
  return path.startsWith('server/') || path.startsWith('cli/')
}

export function isConsole(path: string): boolean {
  return path.startsWith('console/')
}
