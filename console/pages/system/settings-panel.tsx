// Effective settings by groups, with a search over all of them; the server masks secrets.

import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { GuideLink } from './guide-link.tsx'
import { SettingGroupSection } from './setting-group.tsx'
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
  const [isExpanded, setExpanded] = useState(false)
  const isOpenFirst = wanted.trim() !== '' || isSetOnly || isExpanded
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
        <Toggle label={t('settings.setOnly')} isOn={isSetOnly} onChange={setSetOnly} />
        <Toggle label={t('settings.expandAll')} isOn={isExpanded} onChange={setExpanded} />
        <Text size="sm" c="dimmed" ms="auto" role="status">
          {t('settings.count', { count: found.length })}
        </Text>
      </Group>
      {found.length === 0 ? (
        <Text c="dimmed">{t('settings.none')}</Text>
      ) : (
        <ul className={classes.rows}>
          {groupSettings(found).map(([group, own]) => (
            // Another search shows what it finds, in groups that somebody folded too.
            <SettingGroupSection
              key={`${group} ${wanted.trim()} ${isSetOnly} ${isExpanded}`}
              group={group}
              settings={own}
              isOpenFirst={isOpenFirst}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Toggle({ label, isOn, onChange }: ToggleProps) {
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {label}
    </Button>
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
