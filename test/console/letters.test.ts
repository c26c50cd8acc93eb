// Letters are drawn as they are: staff read references and ids aloud, and type them again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'

test('an x between digits is not drawn as a sign for times', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/verifications'))
  const title = page.getByRole('heading', { level: 1 })
  await title.waitFor()
  const [drawn, times] = (await page.evaluate(`(async () => {
    await Promise.all(['8x5', '8×5'].map((text) => document.fonts.load('14px "Inter Variable"', text)))
    const title = document.querySelector('h1')
    const widthOf = (text) => {
      const part = title.appendChild(document.createElement('span'))
      part.textContent = text
      return part.getBoundingClientRect().width
    }
    return [widthOf('8x5'), widthOf('8×5')]
  })()`)) as readonly number[]
  assert.notEqual(drawn, times)
})
