// Filter of a report by market.

import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { markets } from '../../../server/markets/market.ts'
import { countryNames } from '../../words/formats.ts'

interface MarketFieldProps {
  readonly country: string | undefined
  readonly onChoose: (country: string | undefined) => void
}

export function MarketField({ country, onChoose }: MarketFieldProps) {
  const { t, i18n } = useTranslation('reports')
  const names = countryNames(i18n.language)
  return (
    <NativeSelect
      size="xs"
      label={t('market')}
      value={country ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: t('allMarkets') },
        ...markets.map((one) => ({
          value: one.country,
          label: names.of(one.country) ?? one.country,
        })),
      ]}
    />
  )
}
