// The sky over a city: colours by the height of the sun, the sun or moon where
// they stand, stars at night, and a strip of hills.

const DEGREES = Math.PI / 180;
const DAY_MS = 86_400_000;

// Sun height in degrees, colour overhead, colour at the horizon.
const MOODS = [
  [-18, [13, 18, 58], [32, 38, 102]],
  [-7, [36, 40, 110], [128, 70, 136]],
  [-1, [66, 74, 152], [226, 112, 92]],
  [6, [52, 116, 190], [236, 158, 88]],
  [18, [24, 116, 200], [104, 176, 226]],
  [60, [16, 104, 196], [84, 166, 226]],
];

/** Height of the sun above the horizon in degrees (within about a degree). */
export function sunHeight(ms, { latitude, longitude }) {
  const days = (ms - Date.UTC(2000, 0, 1, 12)) / DAY_MS;
  const anomaly = (357.529 + 0.98560028 * days) * DEGREES;
  const mean = 280.459 + 0.98564736 * days;
  const ecliptic = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEGREES;
  const tilt = 23.439 * DEGREES;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = (280.46061837 + 360.98564737 * days + longitude) * DEGREES;
  const lat = latitude * DEGREES;
  return (
    Math.asin(
      Math.sin(lat) * Math.sin(declination) +
        Math.cos(lat) * Math.cos(declination) * Math.cos(sidereal - ascension),
    ) / DEGREES
  );
}

export function paintSky(canvas, { height: sun, hour, seed }, seconds) {
  const context = canvas.getContext('2d');
  const { width, height } = fit(canvas, context);
  const [top, low] = colorsFor(sun);
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, top);
  sky.addColorStop(1, low);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  const night = Math.max(0, Math.min(1, (-sun - 2) / 10));
  if (night) paintStars(context, width, height, night, seed, seconds);
  paintSunOrMoon(context, width, height, sun, hour);
  if (!night) paintClouds(context, width, height, seed, seconds);
  paintHills(context, width, height, seed, sun);
}

function fit(canvas, context) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { width, height };
}

function colorsFor(sun) {
  const after = MOODS.findIndex(([height]) => height >= sun);
  if (after === 0) return MOODS[0].slice(1).map(rgb);
  if (after < 0) return MOODS.at(-1).slice(1).map(rgb);
  const [from, to] = [MOODS[after - 1], MOODS[after]];
  const part = (sun - from[0]) / (to[0] - from[0]);
  return [1, 2].map((i) => rgb(from[i].map((value, c) => Math.round(value + (to[i][c] - value) * part))));
}

function rgb(channels) {
  return `rgb(${channels.join(' ')})`;
}

function paintStars(context, width, height, night, seed, seconds) {
  context.fillStyle = '#fff';
  for (let i = 0; i < 34; i += 1) {
    const x = (((i + seed) * 0.7549) % 1) * width;
    const y = (((i + seed) * 0.5698) % 1) * height * 0.75;
    context.globalAlpha = night * (0.45 + 0.35 * Math.sin(seconds * 1.3 + i * 2));
    context.beginPath();
    context.arc(x, y, 0.6 + (i % 3) * 0.35, 0, 7);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** The sun travels from left (six) to right (eighteen); the moon takes the night shift. */
function paintSunOrMoon(context, width, height, sun, hour) {
  const isDay = sun > -3;
  const part = isDay ? (hour - 6) / 12 : ((hour + 6) % 24) / 12;
  const x = width * (0.1 + 0.8 * Math.max(0, Math.min(1, part)));
  const y = isDay ? height * (0.68 - Math.min(1, Math.max(0, sun + 3) / 48) * 0.44) : height * 0.27;
  const radius = Math.min(26, height * 0.14);
  const glow = context.createRadialGradient(x, y, radius * 0.6, x, y, radius * 4);
  glow.addColorStop(0, isDay ? '#fff3c078' : '#dfe6ff40');
  glow.addColorStop(1, '#ffffff00');
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  context.fillStyle = isDay ? '#ffe08a' : '#eef0ff';
  context.beginPath();
  if (isDay) {
    context.arc(x, y, radius, 0, 7);
  } else {
    context.arc(x, y, radius * 0.8, 0.6, 0.6 + Math.PI * 1.36);
    context.arc(x + radius * 0.36, y - radius * 0.16, radius * 0.66, 4.5, 1, true);
  }
  context.fill();
}

function paintClouds(context, width, height, seed, seconds) {
  context.fillStyle = '#ffffff3d';
  for (let i = 0; i < 2; i += 1) {
    const travel = ((i * 0.53 + seed * 0.37 + seconds * 0.004 * (i + 1)) % 1.3) - 0.15;
    const x = travel * width;
    const y = height * (0.2 + i * 0.22);
    const size = height * 0.13;
    context.beginPath();
    context.roundRect(x - size * 2.4, y, size * 4.8, size, size / 2);
    context.roundRect(x - size * 1.1, y - size * 0.7, size * 2.6, size * 1.4, size * 0.7);
    context.fill();
  }
}

function paintHills(context, width, height, seed, sun) {
  context.fillStyle = sun > 0 ? '#0a4a6ec0' : '#070b2ab0';
  context.beginPath();
  context.moveTo(0, height);
  for (let x = 0; x <= width + 12; x += 12) {
    const wave = Math.sin(x / 70 + seed * 2) + Math.sin(x / 31 + seed * 5) * 0.5;
    context.lineTo(x, height * (0.66 + wave * 0.05));
  }
  context.lineTo(width, height);
  context.fill();
}
