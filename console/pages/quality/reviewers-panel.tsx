// All figures of each reviewer as a table; the chart of agreement shows some of them.

import { Table, Text } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type {
  QualityJson,
  ReviewerFiguresJson,
} from '../../../server/console-api/quality/quality-json.ts'
import { Facts } from '../../frame/parts/facts.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import classes from './quality.module.css'
import { useAgreementText } from './use-agreement-text.ts'

const columns = [
  'decided',
  'overturned',
  'rejected',
  'median',
  'p95',
  'checks',
  'otherOutcome',
  'otherReasons',
  'agreement',
] as const

/** A narrower window has no room for ten columns beside the unfolded navigation. */
const tableFromWidth = 1200

interface FiguresProps {
  readonly quality: QualityJson
}

export function ReviewersPanel({ quality }: FiguresProps) {
  const { t } = useTranslation('quality')
  const isWide = useViewportSize().width >= tableFromWidth
  return (
    <Panel title={t('reviewers.title')} text={t('reviewers.text')}>
      {isWide ? <FiguresTable quality={quality} /> : <FiguresList quality={quality} />}
    </Panel>
  )
}

function FiguresList({ quality }: FiguresProps) {
  const { t } = useTranslation('quality')
  const cellOf = useCellOf(quality)
  return (
    <ul className={`${classes.rows} ${classes.figures}`} aria-label={t('reviewers.table')}>
      {quality.reviewers.map((figures) => (
        <li key={figures.reviewer.id}>
          <Text fw={500} mb={4} className="svc-typed">
            {figures.reviewer.name}
          </Text>
          <Facts
            facts={columns.map((column) => [t(`reviewers.${column}`), cellOf(figures, column)])}
          />
        </li>
      ))}
    </ul>
  )
}

function FiguresTable({ quality }: FiguresProps) {
  const { t } = useTranslation('quality')
  const cellOf = useCellOf(quality)
  return (
    <Table fz={13} verticalSpacing={5} horizontalSpacing={8} className="svc-number">
      <Table.Caption className="svc-unseen">{t('reviewers.table')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('reviewers.name')}</Table.Th>
          {columns.map((column) => (
            <Table.Th key={column} scope="col" ta="end">
              {t(`reviewers.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {quality.reviewers.map((figures) => (
          <Table.Tr key={figures.reviewer.id}>
            <Table.Th scope="row" fw={400} miw={120} className="svc-typed">
              {figures.reviewer.name}
            </Table.Th>
            {columns.map((column) => (
              <Table.Td
                key={column}
                ta="end"
                className={column === 'agreement' ? '' : (classes.figure ?? '')}
              >
                {cellOf(figures, column)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function useCellOf(quality: QualityJson) {
  const show = useShow()
  const agreementOf = useAgreementText(quality)
  const duration = (ms: number | null) => (ms === null ? '–' : show.duration(ms))
  return (figures: ReviewerFiguresJson, column: (typeof columns)[number]): string => {
    const { overturn_rate: rate } = figures
    switch (column) {
      case 'decided':
        return show.number(figures.decided)
      case 'overturned':
        return rate === null ? '–' : `${show.number(figures.overturned)} (${show.percent(rate)})`
      case 'rejected':
        return show.number(figures.rejected)
      case 'median':
        return duration(figures.median_ms)
      case 'p95':
        return duration(figures.p95_ms)
      case 'checks':
        return show.number(figures.checks)
      case 'otherOutcome':
        return show.number(figures.other_outcome)
      case 'otherReasons':
        return show.number(figures.other_reasons)
      case 'agreement':
        return agreementOf(figures)
    }
  }
}
