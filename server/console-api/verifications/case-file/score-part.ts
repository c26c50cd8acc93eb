// The score and its details, or why there is none. Pure.

import { bandOf } from '../../../scoring/bands.ts'
import { scoreOf } from '../../../scoring/score.ts'
import type { Verification } from '../../../verifications/verification.ts'
import {
  block,
  coded,
  freeText,
  inWords,
  type PagePart,
  section,
  styled,
  unbroken,
} from '../../printing/page-parts.ts'
import type { LocalizedCaseFile } from './case-file.ts'
import type { CaseFileWords } from './words-en.ts'

export function scorePart({ words, show, opened: { verification } }: LocalizedCaseFile): PagePart {
  const score = scoreOf(verification.scoring)
  const { score: title } = words.section
  if (score === undefined) return block(title, [styled(noScoreOf(words, verification), 'quiet')])
  const { facts, label } = words
  const { band } = bandOf(score.score)
  const features = score.featuresUsed.map((name) => coded(inWords(label.feature, name), name))
  const headline = coded(words.scoreOf(show.number(score.score), label.band[band]), band)
  const rows = [
    [facts.score, { stack: [headline, styled(label.bandMeaning[band], 'code')] }],
    [facts.confidence, show.percent(score.confidence)],
    [facts.model, freeText(score.modelVersion)],
    [facts.computed, show.instant(score.computedAt)],
    [facts.flags, freeText(score.flags.join(', ') || words.noFlags)],
    [facts.features, inTwoColumns(features)],
  ].map(([name = '', value = '']) => [styled(String(name), 'quiet'), value])
  return unbroken(section({ title, widths: [98, '*'], rows, empty: '' }))
}

function noScoreOf({ noScore }: CaseFileWords, { status, scoring }: Verification): string {
  if (scoring.state === 'requested') return noScore[status === 'error' ? 'error' : 'requested']
  return scoring.state === 'attached' ? '' : noScore[scoring.state]
}

function inTwoColumns(parts: readonly PagePart[]): PagePart {
  const half = Math.ceil(parts.length / 2)
  const columns = [{ width: '57%', stack: parts.slice(0, half) }, { stack: parts.slice(half) }]
  return { columns, columnGap: 8 }
}
