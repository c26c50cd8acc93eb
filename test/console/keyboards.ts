// Keyboards: one with Latin letters, and the Arabic layout, on which each letter key has a name of its own.

import type { Page } from 'playwright'

/** Presses a key, named as on a Latin keyboard. */
export type Keyboard = (key: string) => Promise<void>

export async function latinKeyboard({ keyboard }: Page): Promise<Keyboard> {
  return (key) => keyboard.press(key)
}

/** The letters of the layout "Arabic (101)" that shortcuts use, by the letter of the same key on a Latin keyboard. */
const arabicLetters: Readonly<Record<string, string>> = { n: 'ى', t: 'ف', x: 'ء', y: 'غ' }

/** The page is told the Arabic letter and the place of the key, as by a keyboard with that layout. */
export async function arabicKeyboard(page: Page): Promise<Keyboard> {
  const devtools = await page.context().newCDPSession(page)
  return async (key) => {
    const letter = arabicLetters[key]
    if (letter === undefined) return page.keyboard.press(key)
    const pressed = { key: letter, code: `Key${key.toUpperCase()}` }
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed, text: letter })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
  }
}
