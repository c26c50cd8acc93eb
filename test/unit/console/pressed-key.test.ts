import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pressedKey } from '../../../console/frame/keys/pressed-key.ts'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false }

test('shortcuts are the same keys on an Arabic keyboard as on a Latin one', () => {
  for (const [key, code, more, name] of [
    ['n', 'KeyN', {}, 'n'],
    ['ى', 'KeyN', {}, 'n'],
    ['غ', 'KeyY', {}, 'y'],
    ['لا', 'KeyB', {}, 'b'],
    ['١', 'Digit1', {}, '1'],
    ['ظ', 'Slash', {}, '/'],
    ['؟', 'Slash', { shiftKey: true }, '?'],
    ['ن', 'KeyK', { ctrlKey: true }, 'Ctrl+k'],
    ['Enter', 'Enter', { metaKey: true }, 'Ctrl+Enter'],
    ['ArrowLeft', 'ArrowLeft', {}, 'ArrowLeft'],
    // Latin layouts name their keys themselves: on a French keyboard, `a` stands where `q` does.
    ['a', 'KeyQ', {}, 'a'],
    ['é', 'Digit2', {}, 'é'],
    ['ç', 'Digit9', {}, 'ç'],
  ] as const) {
    assert.equal(pressedKey({ ...plain, key, code, ...more }), name, key)
  }
})
