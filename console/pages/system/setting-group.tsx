// A group of settings, folded to how many it has and how many of them were set. Its rows are drawn once it is open: all
// settings would be half of the page.

import { Table } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { useShow } from '../../words/show.ts'
import type { SettingGroup } from './setting-groups.ts'
import classes from './system.module.css'

type Settings = readonly SystemJson['settings'][number][]

interface SettingGroupProps {
  readonly group: SettingGroup
  readonly settings: Settings
  /** Whether the group is open before somebody folds it. */
  readonly isOpenFirst: boolean
}

export function SettingGroupSection({ group, settings, isOpenFirst }: SettingGroupProps) {
  const { t } = useTranslation('system')
  const [isOpen, setOpen] = useState(isOpenFirst)
  const title = t(`settings.group.${group}`)
  return (
    <li className={classes.row}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.summary}>
          <span className={classes.name}>{title}</span>
          <Counts settings={settings} />
        </summary>
        {isOpen && <Rows title={title} settings={settings} />}
      </details>
    </li>
  )
}

/** `21 settings, 3 set`: what is folded away. */
function Counts({ settings }: Pick<SettingGroupProps, 'settings'>) {
  const { t } = useTranslation('system')
  const show = useShow()
  const set = settings.filter(({ origin }) => origin !== 'default').length
  const counts = [t('settings.count', { count: settings.length })]
  if (set > 0) counts.push(t('settings.set', { count: set }))
  return <span className={classes.inside}>{show.list(counts)}</span>
}

/** Narrower windows show value and source below the name, in pixels. */
const wideFrom = 900

function Rows({ title, settings }: { readonly title: string; readonly settings: Settings }) {
  const { t } = useTranslation('system')
  const isWide = useViewportSize().width >= wideFrom
  return (
    <Table fz={13} verticalSpacing={6} horizontalSpacing={8} aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={isWide ? '45%' : undefined}>{t('settings.name')}</Table.Th>
          {isWide && <Table.Th>{t('settings.value')}</Table.Th>}
          <Table.Th w={isWide ? 130 : 90}>{t('settings.origin')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {settings.map((setting) => (
          <Row key={setting.name} setting={setting} isWide={isWide} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps {
  readonly setting: Settings[number]
  readonly isWide: boolean
}

function Row({ setting: { name, value, origin }, isWide }: RowProps) {
  const { t } = useTranslation('system')
  const shown =
    value === null ? (
      <span className={classes.unset}>{t('settings.unset')}</span>
    ) : (
      <span className={`svc-mono ${classes.value}`}>
        <BreakingName name={value} />
      </span>
    )
  return (
    <Table.Tr>
      <Table.Td>
        <span className={`svc-mono ${classes.value}`}>
          <BreakingName name={name} />
        </span>
        {!isWide && <span className={classes.below}>{shown}</span>}
      </Table.Td>
      {isWide && <Table.Td>{shown}</Table.Td>}
      <Table.Td className={origin === 'default' ? classes.unset : classes.name}>
        {t(`settings.from.${origin}`)}
      </Table.Td>
    </Table.Tr>
  )
}
