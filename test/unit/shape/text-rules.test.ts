// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts under test hold placeholders.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { treeOf } from '../../../scripts/check-shape.ts'
import { emptyWordIn } from '../../../scripts/shape/name-rules.ts'
import { findFunctions } from '../../../scripts/shape/size-rules.ts'
import { openingSentence } from '../../../scripts/shape/text-rules.ts'
import { faultsIn } from './small-tree.ts'

const place = 'server/keys/create-key.ts'

/** Lines that break a rule in a use case, and lines that look like it and do not. */
const lines: Readonly<
  Record<string, { readonly bad: readonly string[]; readonly good: readonly string[] }>
> = {
  clock: {
    bad: ['const now = Date.now()', 'const now = new Date()', 'f(new Date)', 'const g = Date.now'],
    good: [
      'const day = new Date(instantMs)',
      '// Date.now()',
      "const text = 'new Date()'",
      'clock.now()',
    ],
  },
  'portable-sql': {
    bad: [
      "sql`select datetime('now')`",
      'sql<number>`select rowid from t`',
      'sql`insert or ignore into t values (1)`',
      "sql.raw(`select json_extract(body, '$.a')`)",
      'sql`pragma foreign_keys`',
      'sql`select a::text`',
      'db.insertInto(t).orReplace()',
    ],
    good: ['sql`count(*)`', 'const text = `datetime(1)`', 'sql`lower(${name})`', 'q.onConflict(f)'],
  },
  'plain-path': {
    bad: ["const file = new URL('x.ts', import.meta.url).pathname"],
    good: [
      "const file = fileURLToPath(new URL('x.ts', import.meta.url))",
      'const { pathname } = url',
      'url.pathname',
    ],
  },
  'comment-width': {
    bad: [`// ${'word '.repeat(24)}`, ` * ${'word '.repeat(24)}`, `/** ${'word '.repeat(24)} */`],
    good: [
      `// ${'word '.repeat(23)}`,
      `// https://example.com/${'a'.repeat(120)}`,
      `const text = '${'word '.repeat(30)}'`,
    ],
  },
  names: {
    bad: [
      'export const keyHelper = 1',
      'export interface UserData {}',
      'export function processJob() {}',
    ],
    good: [
      'export const baseUrl = 1',
      'const helper = 1',
      'export type DataKey = 1',
      'export { x }',
    ],
  },
}

for (const [rule, { bad, good }] of Object.entries(lines)) {
  describe(`the rule ${rule}`, () => {
    for (const line of bad) {
      test(`finds ${JSON.stringify(line)}`, () => {
        assert.deepEqual(faultsIn({ [place]: `\n${line}` }).filter(of(rule)), [
          `${place}:2 ${rule}`,
        ])
      })
    }
    for (const line of good) {
      test(`lets ${JSON.stringify(line)} be`, () => {
        assert.deepEqual(faultsIn({ [place]: line }), [])
      })
    }
  })
}

function of(rule: string) {
  return (fault: string) => fault.endsWith(` ${rule}`)
}

describe('rules know the places that they do not hold for', () => {
  const allowed: Readonly<Record<string, string>> = {
    'server/kernel/clock.ts': 'const now = Date.now()',
    'server/db/pragmas.ts': 'sql`pragma foreign_keys`',
    'test/x.test.ts': 'const now = Date.now()',
    'scripts/measure.ts': 'const now = Date.now()',
  }
  for (const [path, line] of Object.entries(allowed)) {
    test(`${path} may say ${line}`, () => assert.deepEqual(faultsIn({ [path]: line }), []))
  }
})

test('a file of the product opens with a comment, after its interpreter if it names one', () => {
  const tree = treeOf({
    'cli/a.js': '#!/usr/bin/env node\n// What it is for.',
    'server/b.ts': '/* What it is for. */',
    'server/c.ts': '\n// Too late.',
    'server/d.ts': 'const a = 1',
    'test/e.ts': 'const a = 1',
  })
  assert.deepEqual(
    openingSentence.check(tree).map(({ path }) => path),
    ['server/c.ts', 'server/d.ts'],
  )
})

describe('names that say nothing', () => {
  const empty = [
    'key-helper',
    'stringUtils',
    'BaseStore',
    'COMMON_PART',
    'userData',
    'infoBox',
    'process',
  ]
  const meaningful = [
    'baseUrl',
    'database',
    'metadata',
    'dataKey',
    'data-keys',
    'base32',
    'processor',
  ]
  test('are found by word, in every way of writing', () => {
    assert.deepEqual(
      empty.filter((name) => emptyWordIn(name) === undefined),
      [],
    )
  })
  test('are distinguished from longer words and from known pairs', () => {
    assert.deepEqual(
      meaningful.filter((name) => emptyWordIn(name) !== undefined),
      [],
    )
  })
  test('are found in folders and files too', () => {
    assert.deepEqual(faultsIn({ 'server/jobs/utils/x.ts': '', 'cli/data.ts': '' }), [
      'cli/data.ts:1 names',
      'server/jobs/utils/x.ts:1 names',
    ])
  })
})

describe('sizes of functions', () => {
  const body = (count: number) => '  x()\n'.repeat(count)
  const forms: Readonly<Record<string, readonly [opening: string, closing: string]>> = {
    'a declaration': ['export async function f(a: A): Promise<B> {\n', '}\n'],
    'a declaration with parameters below each other': [
      'function f(\n  a: A,\n): () => void {\n',
      '}\n',
    ],
    'a destructured parameter': ['function f({\n  a,\n}: A) {\n', '}\n'],
    'an arrow': ['const f = (a: A) => {\n', '}\n'],
    'a callback': ['use(async (a) => {\n', '})\n'],
    'a method': ['  async run(a: A): Promise<void> {\n', '  }\n'],
  }
  for (const [form, [opening, closing]] of Object.entries(forms)) {
    test(`${form} may have 70 lines, its head included`, () => {
      const headLines = opening.split('\n').length - 1
      const fitting = opening + body(69 - headLines) + closing
      const tooLong = opening + body(70 - headLines) + closing
      assert.deepEqual(faultsIn({ [place]: fitting }), [])
      assert.deepEqual(faultsIn({ [place]: `x()\n${tooLong}` }), [`${place}:2 function-size`])
    })
  }

  test('only functions are measured', () => {
    const openings = [
      'if (\n  a\n) {',
      '} else if (a) {',
      'for (const a of b) {',
      'while (a()) {',
      'switch (a) {',
      'try {',
      '} catch (error) {',
      'const a = {',
      'interface A {',
      'class A extends B {',
      "describe('a', () => {",
    ]
    for (const opening of openings) {
      assert.deepEqual(findFunctions({ code: `${opening}\n${body(80)}}\n` }), [], opening)
    }
  })
})

test('a file has at most 300 lines, those of block comments included', () => {
  const comment = `/**\n${' * A line.\n'.repeat(200)} */\n`
  const code = (lines: number) => `${'const a = 1\n'.repeat(lines)}`
  // The sentence that every file opens with is a line too.
  assert.deepEqual(faultsIn({ [place]: comment + code(97) }), [])
  assert.deepEqual(faultsIn({ [place]: comment + code(98) }), [`${place}:300 file-size`])
})
