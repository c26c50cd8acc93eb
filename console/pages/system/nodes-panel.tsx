// The servers that work on the database, with their last signs of life.

import { Table } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { DisclosedInstant } from '../../frame/parts/disclosed-instant.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import classes from './system.module.css'

type Node = SystemJson['nodes'][number]

const tones: Readonly<Record<Node['state'], StatusTone>> = {
  working: 'approved',
  draining: 'pending',
  silent: 'error',
}

/** Narrower windows hide version and start, in pixels. */
const wideFrom = 900
/** Narrower ones show the last sign of life below the name. */
const threeColumnsFrom = 480

export function NodesPanel({ nodes }: Pick<SystemJson, 'nodes'>) {
  const { t } = useTranslation('system')
  const { width } = useViewportSize()
  const isWide = width >= wideFrom
  const hasSeen = width >= threeColumnsFrom
  return (
    <Panel title={t('nodes.title')}>
      <Table fz={13} verticalSpacing={6} horizontalSpacing={8} aria-label={t('nodes.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('nodes.name')}</Table.Th>
            <Table.Th>{t('nodes.state')}</Table.Th>
            {hasSeen && <Table.Th>{t('nodes.seen')}</Table.Th>}
            {isWide && <Table.Th>{t('machine.version')}</Table.Th>}
            {isWide && <Table.Th>{t('nodes.started')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.map((node) => (
            <Row key={node.id} node={node} isWide={isWide} hasSeen={hasSeen} />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}

interface RowProps {
  readonly node: Node
  readonly isWide: boolean
  readonly hasSeen: boolean
}

function Row({ node, isWide, hasSeen }: RowProps) {
  const { t } = useTranslation('system')
  const seen = <DisclosedInstant at={node.seen_at} />
  return (
    <Table.Tr>
      <Table.Td>
        <IdText id={node.id} isShort />
        <span className={classes.below}>
          {node.host}
          {node.is_this && ` · ${t('nodes.this')}`}
        </span>
        {!hasSeen && <span className={classes.below}>{seen}</span>}
      </Table.Td>
      <Table.Td>
        <StatusBadge tone={tones[node.state]} label={t(`nodes.states.${node.state}`)} />
      </Table.Td>
      {hasSeen && <Table.Td>{seen}</Table.Td>}
      {isWide && <Table.Td>{node.version}</Table.Td>}
      {isWide && (
        <Table.Td>
          <Instant at={node.started_at} />
        </Table.Td>
      )}
    </Table.Tr>
  )
}
