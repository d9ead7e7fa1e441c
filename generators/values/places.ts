import { table } from '../../schemas/table.ts';
/** A place in a country; the parts of its address belong together. */
export interface Place {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly district: string;
  /** Telephone area code. */
  readonly areaCode: string;
  /** Pattern of the local number, `#` for any digit; numbers reserved for fiction where the country has some. */
  readonly local: string;
}

type Row = readonly [
  city: string,
  state: string,
  postalCode: string,
  district: string,
  areaCode: string,
  local: string,
];

const rows: Readonly<Record<string, readonly Row[]>> = table({
  GB: [
    ['London', 'Greater London', 'EC1A 1BB', 'Clerkenwell', '20', '79460###'],
    ['Manchester', 'Greater Manchester', 'M1 1AE', 'Piccadilly', '161', '4960###'],
    ['Leeds', 'West Yorkshire', 'LS1 4AP', 'City Centre', '113', '4960###'],
    ['Edinburgh', 'Midlothian', 'EH1 1YZ', 'Old Town', '131', '4960###'],
    ['Birmingham', 'West Midlands', 'B1 1BB', 'Ladywood', '121', '4960###'],
  ],
  DE: [
    ['Berlin', 'Berlin', '10115', 'Mitte', '30', '23125###'],
    ['Hamburg', 'Hamburg', '20095', 'Altstadt', '40', '66969###'],
    ['München', 'Bayern', '80331', 'Altstadt-Lehel', '89', '99998###'],
    ['Köln', 'Nordrhein-Westfalen', '50667', 'Innenstadt', '221', '4710###'],
    ['Frankfurt am Main', 'Hessen', '60311', 'Innenstadt', '69', '90009###'],
  ],
  FR: [
    ['Paris', 'Île-de-France', '75002', 'Bourse', '1', '9900####'],
    ['Nantes', 'Pays de la Loire', '44000', 'Centre-ville', '2', '6191####'],
    ['Strasbourg', 'Grand Est', '67000', 'Grande Île', '3', '5301####'],
    ['Lyon', 'Auvergne-Rhône-Alpes', '69002', 'Presqu’île', '4', '6571####'],
    ['Bordeaux', 'Nouvelle-Aquitaine', '33000', 'Centre', '5', '3649####'],
  ],
  ES: [
    ['Madrid', 'Madrid', '28013', 'Centro', '91', '5#####0'],
    ['Barcelona', 'Barcelona', '08002', 'Ciutat Vella', '93', '2#####0'],
    ['Sevilla', 'Sevilla', '41001', 'Casco Antiguo', '95', '4#####0'],
    ['Valencia', 'Valencia', '46002', 'Ciutat Vella', '96', '3#####0'],
  ],
  IT: [
    ['Roma', 'RM', '00184', 'Monti', '06', '4######0'],
    ['Milano', 'MI', '20121', 'Brera', '02', '7######0'],
    ['Torino', 'TO', '10121', 'Centro', '011', '5#####0'],
    ['Napoli', 'NA', '80133', 'Porto', '081', '5#####0'],
  ],
  PL: [
    ['Warszawa', 'mazowieckie', '00-001', 'Śródmieście', '22', '5#####0'],
    ['Kraków', 'małopolskie', '31-042', 'Stare Miasto', '12', '4#####0'],
    ['Gdańsk', 'pomorskie', '80-831', 'Śródmieście', '58', '3#####0'],
    ['Wrocław', 'dolnośląskie', '50-101', 'Stare Miasto', '71', '3#####0'],
  ],
  BR: [
    ['São Paulo', 'SP', '01310-100', 'Bela Vista', '11', '98#####00'],
    ['Rio de Janeiro', 'RJ', '20040-020', 'Centro', '21', '98#####00'],
    ['Belo Horizonte', 'MG', '30130-010', 'Centro', '31', '98#####00'],
    ['Curitiba', 'PR', '80020-310', 'Centro', '41', '98#####00'],
    ['Salvador', 'BA', '40026-010', 'Centro', '71', '98#####00'],
  ],
  JP: [
    ['千代田区', '東京都', '100-0001', '千代田', '3', '32#####0'],
    ['大阪市', '大阪府', '530-0001', '北区梅田', '6', '63#####0'],
    ['名古屋市', '愛知県', '450-0002', '中村区名駅', '52', '5#####0'],
    ['札幌市', '北海道', '060-0001', '中央区', '11', '2#####0'],
  ],
});

/** Places by the two letters of the country. */
export const placesOf: Readonly<Record<string, readonly Place[]>> = Object.fromEntries(
  Object.entries(rows).map(([country, some]) => [
    country,
    some.map(([city, state, postalCode, district, areaCode, local]) => ({
      city,
      state,
      postalCode,
      district,
      areaCode,
      local,
    })),
  ]),
);
