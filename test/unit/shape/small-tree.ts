// Judges small sets of files that exist only in a test.

import { readFileSync } from 'node:fs'
import { rules, treeOf } from '../../../scripts/check-shape.ts'

/** Files by path. The sentence that every file opens with is added, and not counted as a line. */
export type Texts = Readonly<Record<string, string>>

const packageJson = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

/**
 * `path:line rule` of every fault, sorted; a fault of a whole file stands at line 1. Exports that no file of the small
 * tree imports count only if the test asks for them.
 */
export function faultsIn(
  texts: Texts,
  { unusedExports = false }: { readonly unusedExports?: boolean } = {},
): readonly string[] {
  const whole = Object.entries(texts).map(([path, text]) => [path, `// What it is for.\n${text}`])
  const tree = treeOf(Object.fromEntries(whole), {
    dependencies: Object.keys(packageJson.dependencies),
    devDependencies: Object.keys(packageJson.devDependencies),
  })
  return rules
    .filter(({ name }) => unusedExports || name !== 'used-exports')
    .flatMap((rule) =>
      rule.check(tree).map(({ path, line }) => `${path}:${Math.max(1, line - 1)} ${rule.name}`),
    )
    .sort()
}

/** The text without the blanks that a test's own indentation puts before each line. */
export function flush(text: string): string {
  return text.replace(/^[ \t]+/gm, '')
}
