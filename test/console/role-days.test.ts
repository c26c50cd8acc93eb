// Long: the days of five roles, each in three languages.

import { test } from 'node:test'
import { languages } from '../../console/words/languages.ts'
import { withoutChromium } from './browser.ts'
import {
  administratorsDay,
  auditorsDay,
  developersDay,
  leadsDay,
  reviewersDay,
} from './role-days.ts'

const options = { skip: withoutChromium }

for (const language of languages) {
  test(`a reviewer’s day in ${language}`, options, (t) => reviewersDay(t, language))
  test(`a lead’s day in ${language}`, options, (t) => leadsDay(t, language))
  test(`an auditor’s day in ${language}`, options, (t) => auditorsDay(t, language))
  test(`an administrator’s day in ${language}`, options, (t) => administratorsDay(t, language))
  test(`a developer’s day in ${language}`, options, (t) => developersDay(t, language))
}
