import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '@/domain/core/time';
import { AREA_UNIT_WORDS } from '@/domain/core/area';
import { formatNumber } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { hasNMax } from '@/domain/nutrients/limits';
import type { NutrientResult, Warning } from '@/domain/nutrients/nutrients';
import type { ApplicationForm, FieldForm, NutrientForm, ProductForm } from '@/domain/nutrients/nutrients-form';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { EmptyState } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { ApplicationDialog } from './application-dialog';
import { FieldDialog } from './field-dialog';
import { overWords, phosphorusWords } from './nutrient-words';
import { ProductDialog } from './product-dialog';

type Props = {
  rules: Rules;
  form: NutrientForm;
  result: NutrientResult | null;
  change: (change: Partial<NutrientForm>) => void;
};

/** The list with one row replaced, or added at its end. */
const withRow = <Row extends { id: string }>(rows: readonly Row[], row: Row): Row[] =>
  rows.some(({ id }) => id === row.id) ? rows.map((one) => (one.id === row.id ? row : one)) : [...rows, row];

function RowButtons({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <span className="row-buttons">
      <IconButton label={`Change ${name}`} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </span>
  );
}

export function FieldList({ rules, form, result, change }: Props) {
  const [edited, setEdited] = useState<FieldForm | null>(null);
  const results = new Map(result?.fields.map((field) => [field.id, field]));
  const phosphorus = new Map(result?.phosphorus?.fields.map((field) => [field.id, field]));
  return (
    <Card className="calc-card">
      <h2>Fields</h2>
      {form.fields.length > 0 && (
        <Paged items={form.fields}>
          {(part) => (
            <ul className="ruled-list">
              {part.map((field) => {
                const one = results.get(field.id);
                const over = one ? overWords(one) : null;
                const p = phosphorus.get(field.id);
                return (
                  <li key={field.id}>
                    <span>
                      <b>{field.name}</b>
                      <span className="tabular-nums">
                        {field.area} {AREA_UNIT_WORDS[form.unit]}, {field.land}
                        {one?.organicN != null &&
                          `. ${formatNumber(one.organicN, 0)}${one.limit === null ? '' : ` of ${one.limit}`} kg organic N/ha in ${one.months} months${one.compliant === 'no limit' ? ', no limit' : ''}`}
                      </span>
                      {p && <small>{phosphorusWords(p, field.crop === '' && rules.crops.length > 0)}</small>}
                      {over && <small className="check-words">{over}</small>}
                    </span>
                    <RowButtons
                      name={field.name}
                      onEdit={() => setEdited(field)}
                      onRemove={() =>
                        change({
                          fields: form.fields.filter(({ id }) => id !== field.id),
                          applications: form.applications.filter((application) => application.field !== field.id),
                        })
                      }
                    />
                  </li>
                );
              })}
            </ul>
          )}
        </Paged>
      )}
      <Button
        className="justify-self-start"
        onClick={() =>
          setEdited({
            ...{ id: crypto.randomUUID(), name: '', area: '', land: 'grass', soil: 'other', crop: '', pIndex: '' },
            ...{ yieldT: '', extras: [], sownEarly: false },
          })
        }
      >
        <Plus aria-hidden="true" />
        Add a field
      </Button>
      {edited && (
        <FieldDialog
          field={edited}
          rules={rules}
          unit={form.unit}
          onClose={() => setEdited(null)}
          onSave={(field) => {
            change({ fields: withRow(form.fields, field) });
            setEdited(null);
          }}
        />
      )}
    </Card>
  );
}

export function ProductList({ form, result, change }: Omit<Props, 'rules'>) {
  const [edited, setEdited] = useState<ProductForm | null>(null);
  const results = new Map(result?.products.map((product) => [product.id, product]));
  return (
    <Card className="calc-card">
      <h2>Fertiliser</h2>
      {form.products.length > 0 && (
        <ul className="ruled-list">
          {form.products.map((product) => {
            const one = results.get(product.id);
            return (
              <li key={product.id}>
                <span>
                  <b>{product.name}</b>
                  <span className="tabular-nums">
                    {product.n || 0} % N, {product.p || 0} % {product.pForm === 'P' ? 'P' : 'P₂O₅'}, {product.k || 0} %{' '}
                    {product.kForm === 'K' ? 'K' : 'K₂O'}
                  </span>
                  {one && (one.usedKg !== 0 || one.spreadKg !== 0) && (
                    <small>
                      {formatNumber(one.usedKg, 0)} kg used by the shed, {formatNumber(one.spreadKg, 0)} kg entered as
                      spread
                    </small>
                  )}
                </span>
                <RowButtons
                  name={product.name}
                  onEdit={() => setEdited(product)}
                  onRemove={() =>
                    change({
                      products: form.products.filter(({ id }) => id !== product.id),
                      applications: form.applications.filter(({ material }) => material !== product.id),
                    })
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
      <Button
        className="justify-self-start"
        onClick={() =>
          setEdited({
            ...{ id: crypto.randomUUID(), name: '', n: '', p: '', k: '', pForm: '', kForm: '' },
            ...{ opening: '', bought: '', closing: '' },
          })
        }
      >
        <Plus aria-hidden="true" />
        Add a fertiliser
      </Button>
      {edited && (
        <ProductDialog
          product={edited}
          onClose={() => setEdited(null)}
          onSave={(product) => {
            change({ products: withRow(form.products, product) });
            setEdited(null);
          }}
        />
      )}
    </Card>
  );
}

export function ApplicationList({
  rules,
  form,
  result,
  change,
  warningsOf,
}: Props & { warningsOf: (application: ApplicationForm) => readonly Warning[] }) {
  const today = useToday();
  const [edited, setEdited] = useState<ApplicationForm | null>(null);
  const results = new Map(result?.applications.map((application) => [application.id, application]));
  const limitsCrops = rules.crops.some(hasNMax(rules));
  const fieldName = (id: string) => form.fields.find((field) => field.id === id)?.name ?? '';
  const materialName = (id: string) =>
    form.products.find((product) => product.id === id)?.name ?? rules.manures.find((row) => row.id === id)?.label ?? '';
  const sorted = form.applications.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  return (
    <Card className="calc-card">
      <h2>Spreading</h2>
      {sorted.length === 0 ? (
        <EmptyState title="No applications this year." text="Record spreading on a field." />
      ) : (
        <Paged items={sorted}>
          {(part) => (
            <ul className="ruled-list">
              {part.map((application) => {
                const one = results.get(application.id);
                const name = `${materialName(application.material)} on ${fieldName(application.field)}, ${formatDate(application.date, today)}`;
                return (
                  <li key={application.id}>
                    <span>
                      <b>{name}</b>
                      {one?.n != null && (
                        <span className="tabular-nums">
                          {formatNumber(one.n)} kg N/ha{one.p !== null && `, ${formatNumber(one.p)} kg phosphorus/ha`}
                        </span>
                      )}
                      {one && limitsCrops && !application.date.startsWith(`${one.countsFor}-`) && (
                        <small>Counts for the crop harvested in {one.countsFor}.</small>
                      )}
                      {one?.warnings
                        .filter(({ serious }) => serious)
                        .map(({ words }) => (
                          <small key={words} className="check-words">
                            {words}
                          </small>
                        ))}
                      {application.reason !== '' && <small>Reason: {application.reason}</small>}
                    </span>
                    <RowButtons
                      name={name}
                      onEdit={() => setEdited(application)}
                      onRemove={() =>
                        change({ applications: form.applications.filter(({ id }) => id !== application.id) })
                      }
                    />
                  </li>
                );
              })}
            </ul>
          )}
        </Paged>
      )}
      {form.fields.length === 0 ? (
        <p className="hint">Add a field first.</p>
      ) : (
        <Button
          className="justify-self-start"
          onClick={() =>
            setEdited({
              ...{ id: crypto.randomUUID(), field: '', date: today, material: '', rate: '', n: '', p: '', reason: '' },
            })
          }
        >
          <Plus aria-hidden="true" />
          Add spreading
        </Button>
      )}
      {edited && (
        <ApplicationDialog
          application={edited}
          isNew={!form.applications.some(({ id }) => id === edited.id)}
          {...{ rules, warningsOf }}
          fields={form.fields}
          products={form.products}
          onClose={() => setEdited(null)}
          onSave={(application) => {
            change({ applications: withRow(form.applications, application) });
            setEdited(null);
          }}
        />
      )}
    </Card>
  );
}
