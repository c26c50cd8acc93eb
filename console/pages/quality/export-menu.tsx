// Downloads the figures that are shown as CSV.

import { useTranslation } from 'react-i18next'
import type { QualityJson } from '../../../server/console-api/quality/quality-json.ts'
import { useDownload } from '../../api/use-download.ts'
import { FiguresExportMenu } from '../../frame/exports/figures-export-menu.tsx'

interface QualityExportMenuProps {
  readonly query: Readonly<Record<string, string>>
  readonly quality: QualityJson
}

export function QualityExportMenu({
  query,
  quality: { environment, period },
}: QualityExportMenuProps) {
  const { t } = useTranslation('quality')
  const download = useDownload()
  const start = (separator: string) =>
    download.mutate({
      path: '/quality/export',
      json: { ...query, separator },
      name: `quality-${environment}-${period.from}-${period.to}.csv`,
    })
  return (
    <FiguresExportMenu
      label={t('export.open')}
      download={download}
      csvText={(separator) => t('export.csv', { separator })}
      onCsv={start}
    />
  )
}
