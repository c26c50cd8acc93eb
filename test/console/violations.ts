// Looks at a page with axe.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** @param leftOut Selects elements that axe passes over. */
export async function violationsOf(page: Page, leftOut: string): Promise<readonly string[]> {
  // A page reads axe itself once.
  if ((await page.evaluate("'axe' in globalThis")) !== true) await page.evaluate(axeSource)
  return page.evaluate(findViolations(leftOut))
}

/**
 * In the page. The rows of tables that differ from one before in their words alone: each would cost axe several ms. An
 * empty text is not like a word. A row is not passed over if one of its ids is there twice, or if what it names as a
 * label is not there or says nothing.
 */
const findAlike = `() => {
  const byId = Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)
  const isOnce = (id) => byId.get(id)?.length === 1
  const hasText = (id) => isOnce(id) && byId.get(id)[0].textContent.trim() !== ''
  const idsIn = (one, name) => (one.getAttribute(name) ?? '').split(' ').filter((id) => id !== '')
  const isNamedRight = (one) =>
    [...idsIn(one, 'id'), ...idsIn(one, 'for')].every(isOnce) &&
    [...idsIn(one, 'aria-labelledby'), ...idsIn(one, 'aria-describedby')].every(hasText)
  const seen = new Set()
  return [...document.querySelectorAll('tbody tr')].filter((row) => {
    const form = row.outerHTML
      .replace(/<wbr>|&nbsp;/g, ' ')
      .replace(/>[^<]*[^<\\s][^<]*</g, '>-<')
      .replace(/ (id|for|href|title|datetime|aria-label|aria-[a-z]+by)="[^"]*[^"\\s][^"]*"/g, ' $1')
    const isKnown = seen.has(form)
    seen.add(form)
    return isKnown && [row, ...row.querySelectorAll('*')].every(isNamedRight)
  })
}`

/** In the page. Nothing behind an open dialog can be reached, and it was looked at before. */
const findViolations = (leftOut: string) => `(async () => {
  const alike = (${findAlike})()
  // Axe passes over what is not visible.
  const hidden = [...alike, ...document.querySelectorAll('${leftOut}')].filter(
    (one) => !one.contains(document.activeElement),
  )
  const dialogs = document.querySelectorAll('[role=dialog][aria-modal=true]')
  try {
    for (const one of hidden) one.style.visibility = 'hidden'
    const { violations } = await axe.run(dialogs.length > 0 ? dialogs : document, {
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + '\\n  ' + failureSummary),
    )
  } finally {
    for (const one of hidden) one.style.visibility = ''
  }
})()`
