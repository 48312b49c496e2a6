// A job is deleted by its submitter while a worker of the pool still runs it.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

struct Job {
  int input;
  int result = 0;
};

class Pool {
 public:
  Pool() : worker([this] { run(); }) {}
  ~Pool() {
    submit(nullptr);
    worker.join();
  }
  void submit(Job *job) {
    std::lock_guard<std::mutex> guard(lock);
    jobs.push_back(job);
    arrived.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::unique_lock<std::mutex> guard(lock);
      arrived.wait(guard, [this] { return !jobs.empty(); });
      Job *job = jobs.front();
      jobs.pop_front();
      guard.unlock();
      if (!job) return;
      job->result = job->input * 2;
    }
  }
  std::mutex lock;
  std::condition_variable arrived;
  std::deque<Job *> jobs;
  std::thread worker;
};

int main() {
  Pool pool;
  Job *job = new Job{21};
  pool.submit(job);
  delete job;
}
