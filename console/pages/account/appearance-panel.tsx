// Language and theme on this browser.

import { Group, Select, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../frame/parts/panel.tsx'
import { changeLanguage } from '../../words/language.ts'
import { languageNames, languages } from '../../words/languages.ts'

const schemes = ['auto', 'light', 'dark'] as const

export function AppearancePanel() {
  const { t } = useTranslation('account')
  const { t: tFrame, i18n } = useTranslation('frame')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Panel title={t('look.title')} text={t('look.text')}>
      <Group gap="md">
        <Select
          label={tFrame('language')}
          allowDeselect={false}
          value={i18n.language}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(value) => {
            const language = languages.find((one) => one === value)
            if (language !== undefined) changeLanguage(language)
          }}
        />
        <Select
          label={tFrame('theme.label')}
          allowDeselect={false}
          value={colorScheme}
          data={schemes.map((value) => ({ value, label: tFrame(`theme.${value}`) }))}
          onChange={(value) => {
            const scheme = schemes.find((one) => one === value)
            if (scheme !== undefined) setColorScheme(scheme)
          }}
        />
      </Group>
    </Panel>
  )
}
