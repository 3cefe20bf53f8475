package io.quarkiverse.sqlite.demo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** A small picture of a part as a PNG with a palette of three colours; needs no graphics library. */
final class Thumbnail {

    private static final int SIZE = 48;
    private static final byte[] SIGNATURE = { (byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };

    private Thumbnail() {
    }

    /** A ring with as many teeth, on a ground of that colour (0xRRGGBB). */
    static byte[] png(int teeth, int ground) {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        png.writeBytes(SIGNATURE);
        // 8 bits a pixel, with a palette
        chunk(png, "IHDR", ByteBuffer.allocate(13).putInt(SIZE).putInt(SIZE).put(new byte[] { 8, 3, 0, 0, 0 }).array());
        chunk(png, "PLTE", new byte[] { (byte) (ground >> 16), (byte) (ground >> 8), (byte) ground, 0x2b, 0x36, 0x42,
                (byte) 0xe8, (byte) 0xec, (byte) 0xf0 });
        chunk(png, "IDAT", deflated(pixels(teeth)));
        chunk(png, "IEND", new byte[0]);
        return png.toByteArray();
    }

    /** Row by row, each behind a 0: no filter. */
    private static byte[] pixels(int teeth) {
        byte[] pixels = new byte[SIZE * (SIZE + 1)];
        double middle = (SIZE - 1) / 2.0;
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                double distance = Math.hypot(x - middle, y - middle) / middle;
                double rim = 0.72 + 0.12 * Math.signum(Math.cos(teeth * Math.atan2(y - middle, x - middle)));
                pixels[y * (SIZE + 1) + 1 + x] = (byte) (distance > rim ? 0 : distance > 0.35 ? 1 : 2);
            }
        }
        return pixels;
    }

    private static byte[] deflated(byte[] data) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setInput(data);
            deflater.finish();
            byte[] out = new byte[data.length + 64];
            return ByteBuffer.allocate(deflater.deflate(out)).put(out, 0, (int) deflater.getBytesWritten()).array();
        } finally {
            deflater.end();
        }
    }

    private static void chunk(ByteArrayOutputStream png, String type, byte[] data) {
        byte[] body = ByteBuffer.allocate(4 + data.length).put(type.getBytes(StandardCharsets.US_ASCII)).put(data).array();
        CRC32 crc = new CRC32();
        crc.update(body);
        png.writeBytes(ByteBuffer.allocate(body.length + 8).putInt(data.length).put(body).putInt((int) crc.getValue()).array());
    }
}
