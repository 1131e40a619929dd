// Where a star stands for a place and a moment. Angles are radians unless said.

const DEGREES = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAY_MS = 86_400_000;

/** Greenwich sidereal time plus longitude: the right ascension now due south. */
export function siderealTime(ms, longitude) {
  const days = (ms - J2000_MS) / DAY_MS;
  return (280.46061837 + 360.98564736629 * days + longitude) * DEGREES;
}

/** Unit vector of a star: x east, y north, z up. */
export function horizontal({ ra, dec }, sidereal, latitude) {
  const hour = sidereal - ra * DEGREES;
  const lat = latitude * DEGREES;
  const declination = dec * DEGREES;
  const cosDec = Math.cos(declination);
  return {
    x: -cosDec * Math.sin(hour),
    y: Math.sin(declination) * Math.cos(lat) - cosDec * Math.cos(hour) * Math.sin(lat),
    z: Math.sin(declination) * Math.sin(lat) + cosDec * Math.cos(hour) * Math.cos(lat),
  };
}

export function direction(azimuth, altitude) {
  return {
    x: Math.sin(azimuth) * Math.cos(altitude),
    y: Math.cos(azimuth) * Math.cos(altitude),
    z: Math.sin(altitude),
  };
}

/** Degrees: azimuth from north through east, altitude above the horizon. */
export function anglesOf({ x, y, z }) {
  return {
    azimuth: (Math.atan2(x, y) / DEGREES + 360) % 360,
    altitude: Math.asin(Math.max(-1, Math.min(1, z))) / DEGREES,
  };
}

/**
 * Stereographic projection around the line of sight: keeps figures in shape
 * even at the edge of a wide view. Returns null for what lies behind.
 */
export function projector({ azimuth, altitude, zoom }, width, height) {
  const forward = direction(azimuth, altitude);
  const right = { x: Math.cos(azimuth), y: -Math.sin(azimuth), z: 0 };
  const up = direction(azimuth, altitude + Math.PI / 2);
  const scale = Math.max(width, height) * 0.62 * zoom;
  return (point) => {
    const depth = dot(point, forward);
    if (depth < -0.35) return null;
    const k = (2 * scale) / (1 + depth);
    return { x: width / 2 + dot(point, right) * k * 0.5, y: height * 0.46 - dot(point, up) * k * 0.5 };
  };
}

/** The compass direction (one of 16) where the brightest company of stars stands. */
export function richestAzimuth(stars, sidereal, latitude) {
  const above = stars
    .map((star) => ({ star, at: horizontal(star, sidereal, latitude) }))
    .filter(({ at }) => at.z > 0.1);
  const candidates = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8);
  const light = (azimuth) => {
    const towards = direction(azimuth, 0.7);
    return above.reduce((sum, { star, at }) => sum + (dot(at, towards) > 0.9 ? 4 - star.magnitude : 0), 0);
  };
  return candidates.reduce((best, azimuth) => (light(azimuth) > light(best) ? azimuth : best));
}

function dot(a, b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
