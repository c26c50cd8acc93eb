// The list of verifications as the tests of its pages find it.

import type { Page } from 'playwright'
import { keepCompleted, scored } from '../support/console-verifications.ts'
import { en } from '../support/console-words.ts'
import type { BrowserScene } from './scene.ts'

/** Live ones of every end, band and document, in both orders of length. */
export async function keepOfEachKind(scene: BrowserScene): Promise<void> {
  const needs = { db: scene.appliance.db, clock: scene.clock }
  await keepCompleted(needs, { status: 'pending', completedAt: undefined, country: 'MA' })
  await keepCompleted(needs, { scoring: scored(912), externalRef: 'customer-42' })
  await keepCompleted(needs, { scoring: scored(120), idType: 'voter_id' })
  await keepCompleted(needs, {
    scoring: { state: 'skipped' },
    idType: 'national_id',
    country: 'MA',
  })
  await keepCompleted(needs, {
    status: 'declined',
    reasons: ['name_mismatch'],
    idType: 'national_id',
  })
  await keepCompleted(needs, {
    status: 'error',
    reasons: ['provider_answer_contradictory'],
    externalRef: 'application-2026-11-21-with-a-long-reference-of-the-bank',
  })
}

export async function openList(scene: BrowserScene, query = ''): Promise<Page> {
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at(`/verifications${query}`))
  await page.getByRole('heading', { name: en('frame.pages.verifications') }).waitFor()
  return page
}
