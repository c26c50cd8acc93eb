import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Ways in which a text becomes a program, or one that a shell reads. */
const ways: Readonly<Record<string, RegExp>> = {
  eval: /(?<![\w.])eval\(/,
  Function: /\bnew Function\(|(?<![\w.])Function\(/,
  'a timer of text': /\bset(?:Timeout|Interval)\(\s*['"`]/,
  'the module vm': /['"](?:node:)?vm['"]/,
  'a shell': /\bshell: true\b|\bexecSync\(|(?<![\w.])exec\(/,
  'raw HTML': /\bdangerouslySetInnerHTML\b|\.innerHTML\b|\bdocument\.write\(/,
}

const files = globSync('{server,cli,console}/**/*.{ts,tsx,js}', {
  exclude: ['{cli,console}/dist/**'],
})

/** The text is one word: the name of V8's own collector in a fresh context. */
const collector = /import \{ runInNewContext \} from 'node:vm'|runInNewContext\('gc'\)/g
const textOf = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return file === 'server/kernel/expose-collector.ts' ? text.replaceAll(collector, '') : text
}

for (const [what, way] of Object.entries(ways)) {
  test(`nothing that the product runs makes a program of text by ${what}`, () => {
    assert.ok(files.length > 300, 'the files were not found')
    const found = files.filter((file) => way.test(textOf(file)))
    assert.deepEqual(found, [])
  })
}

test('the ways are recognised where they are gone', () => {
  const gone = [
    'eval("1")',
    'new Function("a")',
    'setTimeout("a()", 1)',
    "import vm from 'node:vm'",
    'spawn(a, { shell: true })',
    'x.innerHTML = a',
  ]
  for (const text of gone)
    assert.ok(
      Object.values(ways).some((way) => way.test(text)),
      text,
    )
})
