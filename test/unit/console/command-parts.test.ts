import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandParts, optionParts } from '../../../console/pages/system/command-parts.ts'
import { readTexts, type TextTree } from '../../../console/words-plugin.ts'

test('a command in an Arabic text is a part of its own, without the full stop behind it', () => {
  assert.deepEqual(commandParts('نفّذ svc backup verify latest --deep: مرة.'), [
    'نفّذ ',
    'svc backup verify latest --deep',
    ': مرة.',
  ])
  assert.deepEqual(commandParts('لمكان جديد: svc backup create --make-place.'), [
    'لمكان جديد: ',
    'svc backup create --make-place',
    '.',
  ])
  assert.deepEqual(commandParts('صحح svc.conf على خادم svc نفسه.'), [
    'صحح svc.conf على خادم svc نفسه.',
  ])
})

test('what is taken for a command in Arabic stands in the English text, too', () => {
  const english = textsOf(readTexts('en').checks ?? {})
  let found = 0
  for (const [key, text] of textsOf(readTexts('ar').checks ?? {})) {
    const same = english.get(key) ?? english.get(key.replace(/_\w+$/, '_other')) ?? ''
    const commands = commandParts(text).filter((_part, index) => index % 2 === 1)
    for (const command of commands) assert.ok(same.includes(command), `${key}: ${command}`)
    found += commands.length
  }
  assert.ok(found > 20, `${found} commands`)
})

function textsOf(tree: TextTree, path = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[path + key, value] as const]
        : [...textsOf(value, `${path}${key}.`)],
    ),
  )
}

test('options are found, not dashes', () => {
  assert.deepEqual(optionParts('Run svc doctor --fix-safe, or not -- as you like.'), [
    'Run svc doctor ',
    '--fix-safe',
    ', or not -- as you like.',
  ])
})
