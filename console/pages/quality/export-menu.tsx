// Downloads the figures that are shown as CSV.

import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { QualityJson } from '../../../server/console-api/quality/quality-json.ts'
import { useDownload } from '../../api/use-download.ts'
import { separators, useSeparatorName, useUsualSeparator } from '../../frame/csv/separator.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'

interface QualityExportMenuProps {
  readonly query: Readonly<Record<string, string>>
  readonly quality: QualityJson
}

export function QualityExportMenu({
  query,
  quality: { environment, period },
}: QualityExportMenuProps) {
  const { t } = useTranslation('quality')
  const nameOf = useSeparatorName()
  const usual = useUsualSeparator()
  const download = useDownload()
  const start = (separator: string) =>
    download.mutate({
      path: '/quality/export',
      json: { ...query, separator },
      name: `quality-${environment}-${period.from}-${period.to}.csv`,
    })
  return (
    <>
      {download.isError && <ErrorState error={download.error} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
          >
            {t('export.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('export.open')}>
          {[usual, ...separators.filter((one) => one !== usual)].map((separator) => (
            <Menu.Item key={separator} onClick={() => start(separator)}>
              {t('export.csv', { separator: nameOf(separator) })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
