// Acts on several fields within one task of the page, as a quick user does before the first change is drawn.

import type { Locator, Page } from 'playwright'

export async function clickAtOnce(page: Page, ...buttons: readonly Locator[]): Promise<void> {
  const items = await Promise.all(buttons.map((button) => button.elementHandle()))
  await page.evaluate((shown: readonly unknown[]) => {
    for (const item of shown) (item as { click(): void }).click()
  }, items)
}

/** Types the first text into the first field, and so on. */
export async function typeAtOnce(fields: Locator, ...texts: readonly string[]): Promise<void> {
  await fields.evaluateAll((inputs: readonly unknown[], typed: readonly string[]) => {
    for (const [index, text] of typed.entries()) {
      const input = inputs[index] as EventTarget & object
      // Set through the prototype: React ignores an input event whose value its own setter has seen.
      Reflect.set(Object.getPrototypeOf(input), 'value', text, input)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, texts)
}
