// Downloads the report that is shown, as CSV or as PDF in the language of the page.

import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReportJson } from '../../../server/console-api/reports/report-json.ts'
import { useDownload } from '../../api/use-download.ts'
import { separators, useSeparatorName, useUsualSeparator } from '../../frame/csv/separator.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'

interface ExportMenuProps {
  readonly query: Readonly<Record<string, string>>
  readonly report: ReportJson
}

export function ExportMenu({ query, report: { environment, country, period } }: ExportMenuProps) {
  const { t, i18n } = useTranslation('reports')
  const nameOf = useSeparatorName()
  const usual = useUsualSeparator()
  const download = useDownload()
  const start = (format: 'csv' | 'pdf', options: Readonly<Record<string, string>>) =>
    download.mutate({
      path: '/reports/export',
      json: { ...query, format, ...options },
      name: `report-${environment}-${country ?? 'all'}-${period.from}-${period.to}.${format}`,
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
          <Menu.Item onClick={() => start('pdf', { language: i18n.language })}>
            {t('export.pdf')}
          </Menu.Item>
          {[usual, ...separators.filter((one) => one !== usual)].map((separator) => (
            <Menu.Item key={separator} onClick={() => start('csv', { separator })}>
              {t('export.csv', { separator: nameOf(separator) })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
