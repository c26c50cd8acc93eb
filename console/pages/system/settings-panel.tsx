// Effective settings with their source; the server masks secrets.

import { Button, CloseButton, Group, Table, Text, TextInput } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { GuideLink } from './guide-link.tsx'
import { groupSettings } from './setting-groups.ts'
import classes from './system.module.css'
import { useInSight } from './use-in-sight.ts'

type Settings = SystemJson['settings']

export function SettingsPanel({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('system')
  const [parameters] = useSearchParams()
  const named = parameters.get('setting')
  const [wanted, setWanted] = useState(named ?? '')
  const place = useInSight<HTMLDivElement>(named)
  const [isSetOnly, setSetOnly] = useState(false)
  const found = settings.filter(
    (setting) => isLike(setting, wanted) && (!isSetOnly || setting.origin !== 'default'),
  )
  return (
    <Panel
      title={t('settings.title')}
      text={t('settings.text')}
      actions={<GuideLink place="settings" label={t('settings.guide')} />}
    >
      <Group ref={place} gap="xs" mb="sm">
        <TextInput
          flex="1 1 220px"
          maw={360}
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            wanted !== '' && (
              <CloseButton
                size={24}
                aria-label={t('settings.clear')}
                onClick={() => setWanted('')}
              />
            )
          }
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Button
          variant={isSetOnly ? 'light' : 'default'}
          aria-pressed={isSetOnly}
          onClick={() => setSetOnly(!isSetOnly)}
        >
          {t('settings.setOnly')}
        </Button>
        <Text size="sm" c="dimmed" ms="auto" role="status">
          {t('settings.count', { count: found.length })}
        </Text>
      </Group>
      {found.length === 0 ? <Text c="dimmed">{t('settings.none')}</Text> : <Rows found={found} />}
    </Panel>
  )
}

/** Whether each search word occurs in the name or the value. */
function isLike({ name, value }: Settings[number], wanted: string): boolean {
  const text = `${name} ${value ?? ''}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Narrower windows show value and source below the name, in pixels. */
const wideFrom = 900

function Rows({ found }: { readonly found: Settings }) {
  const { t } = useTranslation('system')
  const isWide = useViewportSize().width >= wideFrom
  return (
    <Table fz={13} verticalSpacing={6} horizontalSpacing={8} aria-label={t('settings.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('settings.name')}</Table.Th>
          {isWide && <Table.Th>{t('settings.value')}</Table.Th>}
          <Table.Th w={isWide ? 130 : 90}>{t('settings.origin')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {groupSettings(found).map(([group, own]) => (
        <Table.Tbody key={group}>
          <Table.Tr>
            <Table.Th scope="rowgroup" colSpan={isWide ? 3 : 2}>
              {t(`settings.group.${group}`)}
            </Table.Th>
          </Table.Tr>
          {own.map((setting) => (
            <Row key={setting.name} setting={setting} isWide={isWide} />
          ))}
        </Table.Tbody>
      ))}
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
