// Checks the source tree against the rules of the architecture that Biome and the compiler do not know: imports,
// packages, sizes, names. Run by test/shape.test.ts, or by hand: node scripts/check-shape.ts

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { featureCircles, fileCircles } from './shape/circle-rules.ts'
import { consoleBorder, consoleReach } from './shape/console-rules.ts'
import {
  featureRanks,
  foreignStores,
  frame,
  purity,
  rings,
  shells,
  tools,
} from './shape/import-rules.ts'
import { names, oneName, usedExports } from './shape/name-rules.ts'
import { packageImports, tests } from './shape/package-rules.ts'
import type { Rule, Tree } from './shape/rule.ts'
import { commentWidth, fileSize, functionSize } from './shape/size-rules.ts'
import { readSourceFile } from './shape/source-file.ts'
import { noClock, openingSentence, plainPath, portableSql } from './shape/text-rules.ts'

export const rules: readonly Rule[] = [
  rings,
  purity,
  featureRanks,
  frame,
  featureCircles,
  fileCircles,
  foreignStores,
  shells,
  tools,
  consoleBorder,
  consoleReach,
  packageImports,
  tests,
  fileSize,
  functionSize,
  commentWidth,
  names,
  oneName,
  usedExports,
  openingSentence,
  noClock,
  portableSql,
  plainPath,
]

/** Builds a tree from texts by path and the packages in package.json. */
export function treeOf(
  texts: Readonly<Record<string, string>>,
  packages: Pick<Tree, 'dependencies' | 'devDependencies'> = {
    dependencies: [],
    devDependencies: [],
  },
): Tree {
  const files = Object.entries(texts).map(([path, text]) => readSourceFile(path, text))
  return { files, byPath: new Map(files.map((file) => [file.path, file])), ...packages }
}

/** Reads the files of this repository from disk. */
export function readTree(): Tree {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const paths = globSync('{server,cli,console,scripts,test}/**/*.{ts,tsx,js}', {
    cwd: root,
    exclude: ['{cli,console}/dist/**', '**/node_modules/**'],
  }).sort()
  const texts = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return treeOf(Object.fromEntries(texts), {
    dependencies: Object.keys(dependencies),
    devDependencies: Object.keys(devDependencies),
  })
}

/** Returns one line per fault: `file:line rule: message (why)`. */
export function checkShape(tree: Tree): readonly string[] {
  return rules.flatMap((rule) =>
    rule
      .check(tree)
      .map(({ path, line, message }) => `${path}:${line} ${rule.name}: ${message} (${rule.why})`),
  )
}

if (import.meta.main) {
  const faults = checkShape(readTree())
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
