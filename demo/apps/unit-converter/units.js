/** A unit is [symbol, name, factor, offset]: its value times factor plus offset gives the kind's base unit. */

export const KINDS = [
  {
    id: 'length',
    name: 'Length',
    icon: 'M3 15 15 3l6 6L9 21zM7 11l2 2M10 8l3 3M13 5l2 2',
    pair: ['km', 'mi'],
    value: 5,
    units: [
      ['mm', 'Millimetre', 0.001],
      ['cm', 'Centimetre', 0.01],
      ['m', 'Metre', 1],
      ['km', 'Kilometre', 1000],
      ['in', 'Inch', 0.0254],
      ['ft', 'Foot', 0.3048],
      ['yd', 'Yard', 0.9144],
      ['mi', 'Mile', 1609.344],
      ['nmi', 'Nautical mile', 1852],
    ],
  },
  {
    id: 'mass',
    name: 'Mass',
    icon: 'M6 8h12l3 13H3zM9 8a3 3 0 1 1 6 0',
    pair: ['kg', 'lb'],
    value: 70,
    units: [
      ['mg', 'Milligram', 1e-6],
      ['g', 'Gram', 0.001],
      ['kg', 'Kilogram', 1],
      ['t', 'Tonne', 1000],
      ['oz', 'Ounce', 0.028349523125],
      ['lb', 'Pound', 0.45359237],
      ['st', 'Stone', 6.35029318],
    ],
  },
  {
    id: 'temperature',
    name: 'Heat',
    icon: 'M10 14V5a2 2 0 1 1 4 0v9a4 4 0 1 1-4 0zM12 9v8',
    pair: ['°C', '°F'],
    value: 21,
    units: [
      ['°C', 'Celsius', 1, 273.15],
      ['°F', 'Fahrenheit', 5 / 9, 273.15 - 160 / 9],
      ['K', 'Kelvin', 1],
    ],
  },
  {
    id: 'data',
    name: 'Data',
    icon: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
    pair: ['GB', 'GiB'],
    value: 512,
    units: [
      ['bit', 'Bit', 0.125],
      ['B', 'Byte', 1],
      ['kB', 'Kilobyte', 1e3],
      ['MB', 'Megabyte', 1e6],
      ['GB', 'Gigabyte', 1e9],
      ['TB', 'Terabyte', 1e12],
      ['KiB', 'Kibibyte', 2 ** 10],
      ['MiB', 'Mebibyte', 2 ** 20],
      ['GiB', 'Gibibyte', 2 ** 30],
      ['TiB', 'Tebibyte', 2 ** 40],
    ],
  },
  {
    id: 'speed',
    name: 'Speed',
    icon: 'M4 18a9 9 0 1 1 16 0M12 14l5-5',
    pair: ['km/h', 'mph'],
    value: 100,
    units: [
      ['m/s', 'Metre per second', 1],
      ['km/h', 'Kilometre per hour', 1 / 3.6],
      ['mph', 'Mile per hour', 0.44704],
      ['kn', 'Knot', 1852 / 3600],
      ['ft/s', 'Foot per second', 0.3048],
    ],
  },
  {
    id: 'volume',
    name: 'Volume',
    icon: 'M6 4h12l-2 17H8zM7 11h10',
    pair: ['l', 'gal'],
    value: 10,
    units: [
      ['ml', 'Millilitre', 0.001],
      ['l', 'Litre', 1],
      ['m³', 'Cubic metre', 1000],
      ['tsp', 'Teaspoon (US)', 0.00492892159375],
      ['tbsp', 'Tablespoon (US)', 0.01478676478125],
      ['cup', 'Cup (US)', 0.2365882365],
      ['pt', 'Pint (US)', 0.473176473],
      ['gal', 'Gallon (US)', 3.785411784],
      ['gal UK', 'Gallon (UK)', 4.54609],
    ],
  },
];

export function convert(kind, value, from, to) {
  const [, , fromFactor, fromOffset = 0] = unitOf(kind, from);
  const [, , toFactor, toOffset = 0] = unitOf(kind, to);
  return (value * fromFactor + fromOffset - toOffset) / toFactor;
}

const unitOf = (kind, symbol) => kind.units.find(([candidate]) => candidate === symbol);

/** Seven significant digits are more than any bench can measure, and they hide binary rounding. */
export function format(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e10 || size < 1e-6)
    return value
      .toExponential(4)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e');
  return String(Number(value.toPrecision(7)));
}

/** Reads what people type: a comma for a point, spaces between thousands, a typographic minus. */
export function parse(text) {
  const plain = text.trim().replace(/\s/g, '').replace(',', '.').replace('\u2212', '-');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}
