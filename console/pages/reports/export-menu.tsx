// Downloads the report that is shown, as CSV or as PDF in the language of the page.

import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReportJson } from '../../../server/console-api/reports/report-json.ts'
import { useDownload } from '../../api/use-download.ts'
import { FiguresExportMenu } from '../../frame/exports/figures-export-menu.tsx'

interface ExportMenuProps {
  readonly query: Readonly<Record<string, string>>
  readonly report: ReportJson
}

export function ExportMenu({ query, report: { environment, country, period } }: ExportMenuProps) {
  const { t, i18n } = useTranslation('reports')
  const download = useDownload()
  const start = (format: 'csv' | 'pdf', options: Readonly<Record<string, string>>) =>
    download.mutate({
      path: '/reports/export',
      json: { ...query, format, ...options },
      name: `report-${environment}-${country ?? 'all'}-${period.from}-${period.to}.${format}`,
    })
  return (
    <FiguresExportMenu
      label={t('export.open')}
      download={download}
      csvText={(separator) => t('export.csv', { separator })}
      onCsv={(separator) => start('csv', { separator })}
    >
      <Menu.Item onClick={() => start('pdf', { language: i18n.language })}>
        {t('export.pdf')}
      </Menu.Item>
    </FiguresExportMenu>
  )
}
