package io.quarkiverse.sqlite.demo;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import com.fasterxml.jackson.databind.JsonNode;

import io.quarkiverse.sqlite.demo.Shop.Answer;
import io.quarkiverse.sqlite.demo.Shop.Line;

/** Threads that order parts at the same time, chosen by a seed; each order has a customer of its own. */
final class Buyers {

    static final int THREADS = 8;
    private static final int MAX_LINES = 4;
    private static final int MAX_QUANTITY = 20;

    /** An order that the service acknowledged, and what was asked for. */
    record Placed(String customer, Map<Long, Integer> asked, JsonNode order) {

        long id() {
            return order.get("id").asLong();
        }
    }

    final Queue<Placed> placed = new ConcurrentLinkedQueue<>();
    /** The answers to orders that the stock was short for. */
    final Queue<Answer> refused = new ConcurrentLinkedQueue<>();
    /** The customers whose order got no answer: it may have been placed or not. */
    final Queue<String> unanswered = new ConcurrentLinkedQueue<>();
    /** Whatever must not happen. */
    final Queue<String> failures = new ConcurrentLinkedQueue<>();
    /** Open until that many orders are acknowledged. */
    final CountDownLatch acknowledged;

    private final List<Thread> threads = new ArrayList<>();
    private final List<Long> parts;
    private final Shop shop;

    Buyers(URI service, List<Long> parts, int acknowledged) {
        this.shop = new Shop(service);
        this.parts = parts;
        this.acknowledged = new CountDownLatch(acknowledged);
    }

    /** Each buyer places that many orders, or fewer when the service goes away. */
    Buyers start(String name, long seed, int ordersEach) {
        for (int buyer = 0; buyer < THREADS; buyer++) {
            Random random = new Random(seed * THREADS + buyer);
            String customer = name + " " + buyer;
            Thread thread = new Thread(() -> buy(customer, random, ordersEach), customer);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        return this;
    }

    boolean running() {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    Buyers join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        return this;
    }

    private void buy(String name, Random random, int orders) {
        for (int i = 0; i < orders; i++) {
            String customer = name + "-" + i;
            List<Line> lines = new ArrayList<>();
            Map<Long, Integer> asked = new TreeMap<>();
            int size = random.nextInt(1, MAX_LINES + 1);
            for (int line = 0; line < size; line++) {
                lines.add(new Line(parts.get(random.nextInt(parts.size())), random.nextInt(1, MAX_QUANTITY + 1)));
                asked.merge(lines.get(line).part(), lines.get(line).quantity(), Integer::sum);
            }
            try {
                Answer answer = shop.order(customer, lines);
                switch (answer.status()) {
                    case 201 -> {
                        placed.add(new Placed(customer, asked, answer.json()));
                        acknowledged.countDown();
                    }
                    case 409 -> refused.add(answer);
                    default -> failures.add(customer + ": " + answer.status() + " " + answer.text());
                }
            } catch (IOException e) {
                unanswered.add(customer);
                return;
            } catch (RuntimeException | AssertionError e) {
                failures.add(customer + ": " + e);
                return;
            }
        }
    }
}
