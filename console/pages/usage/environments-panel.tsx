// Live and sandbox usage side by side, one row each.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UsageTotalsJson } from '../../../server/api/usage/usage-api.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from './usage.module.css'
import { NumberHeads, Numbers } from './usage-numbers.tsx'

interface EnvironmentsPanelProps {
  /** Environment of the rest of the page. */
  readonly chosen: Environment
  readonly totals: Readonly<Record<Environment, UsageTotalsJson>>
}

export function EnvironmentsPanel({ chosen, totals }: EnvironmentsPanelProps) {
  const { t } = useTranslation('usage')
  const { t: tFrame } = useTranslation('frame')
  return (
    <Panel title={t('both.title')} text={t('both.text')}>
      <Table
        fz={13}
        className={`${classes.table} ${classes.environments}`}
        aria-label={t('both.title')}
      >
        <Table.Thead>
          <Table.Tr>
            {/* The title names the environments; the word would push the numbers out of a narrow window. */}
            <Table.Th>
              <span className="svc-unseen">{t('both.environment')}</span>
            </Table.Th>
            <NumberHeads />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(['live', 'sandbox'] as const).map((one) => (
            <Table.Tr key={one}>
              <Table.Th scope="row" c="var(--mantine-color-text)">
                {tFrame(`environment.${one}`)}
                {one === chosen && <span className={classes.hint}> {t('both.chosen')}</span>}
              </Table.Th>
              <Numbers totals={totals[one]} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}
