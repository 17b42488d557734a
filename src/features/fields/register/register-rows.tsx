import { Link } from 'react-router-dom';
import { formatDate } from '@/domain/core/time';
import { formatArea, type AreaUnit } from '@/domain/core/area';
import { useAccount } from '@/session/account';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { fieldLink, type ListedField } from '@/features/fields/fields-address';
import { fieldWords } from './field-columns';

type RowsProps = { listed: readonly ListedField[]; unit: AreaUnit; today: string };

/** The rows of the register: a table on a desktop, cards on a phone. */
export function RegisterRows(rows: RowsProps) {
  const words = fieldWords(useAccount(), rows.today, (date) => formatDate(date, rows.today));
  return useWide() ? (
    <Ledger
      caption="Fields"
      head={
        <>
          <HeadCell>Field</HeadCell>
          <HeadCell figure>Area</HeadCell>
          <HeadCell>Crop</HeadCell>
          <HeadCell>Last activity</HeadCell>
          <HeadCell>Soil</HeadCell>
          <HeadCell>Customer</HeadCell>
        </>
      }
    >
      <tbody>
        {rows.listed.map((listed) => (
          <LedgerRow key={listed.field.id}>
            <td>
              <Link className="strong text-text hover:underline" to={fieldLink(listed.field.id)}>
                {listed.field.name}
              </Link>{' '}
              <span className="text-muted">{listed.field.parcelRef}</span>
            </td>
            <FigureCell strong>{formatArea(listed.field.areaHa, rows.unit)}</FigureCell>
            <td>{words.crop(listed)}</td>
            <td className="text-muted">{words.activity(listed)}</td>
            <td className={words.isSoilInDate(listed) ? '' : 'text-muted'}>{words.soil(listed)}</td>
            <td className="text-muted">{listed.field.customer}</td>
          </LedgerRow>
        ))}
      </tbody>
    </Ledger>
  ) : (
    <div className="-mx-gutter border-y border-line">
      <LedgerCards>
        {rows.listed.map((listed) => (
          <LedgerCard
            key={listed.field.id}
            title={listed.field.name}
            lines={[
              [words.crop(listed), listed.field.customer].filter(Boolean).join(', '),
              words.activity(listed),
              words.soil(listed),
            ].filter(Boolean)}
            figure={formatArea(listed.field.areaHa, rows.unit)}
            to={fieldLink(listed.field.id)}
          />
        ))}
      </LedgerCards>
    </div>
  );
}
