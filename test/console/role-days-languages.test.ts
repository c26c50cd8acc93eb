// Long: the days of every role once more, in French and in Arabic.

import { test } from 'node:test'
import { withoutChromium } from './browser.ts'
import {
  administratorsDay,
  auditorsDay,
  developersDay,
  leadsDay,
  reviewersDay,
} from './role-days.ts'

const options = { skip: withoutChromium }

for (const language of ['fr', 'ar'] as const) {
  test(`a reviewer’s day in ${language}`, options, (t) => reviewersDay(t, language))
  test(`a lead’s day in ${language}`, options, (t) => leadsDay(t, language))
  test(`an auditor’s day in ${language}`, options, (t) => auditorsDay(t, language))
  test(`an administrator’s day in ${language}`, options, (t) => administratorsDay(t, language))
  test(`a developer’s day in ${language}`, options, (t) => developersDay(t, language))
}
